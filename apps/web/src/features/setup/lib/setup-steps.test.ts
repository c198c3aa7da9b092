import { expect, test } from 'vitest'
import { readStep, setupSteps, stepAfter, stepBefore, stepToShow } from './setup-steps.ts'

test('the steps lead from one to the next and back', () => {
  for (const [index, step] of setupSteps.entries()) {
    expect(stepAfter(step)).toBe(setupSteps[index + 1] ?? null)
    expect(stepBefore(step)).toBe(setupSteps[index - 1] ?? null)
  }
})

test('only a connected person with name and address gets past the first step', () => {
  for (const asked of setupSteps) {
    for (const isConnected of [true, false]) {
      for (const hasPerson of [true, false]) {
        const shown = stepToShow(asked, { isConnected, hasPerson })
        expect(shown).toBe(isConnected && hasPerson ? asked : 'wallet')
      }
    }
  }
})

test.each([
  [{ setupStep: 'language' }, 'language'],
  [{ setupStep: 'wallet' }, 'wallet'],
  [{ setupStep: 'toString' }, 'wallet'],
  [{ setupStep: 2 }, 'wallet'],
  [{}, 'wallet'],
  [null, 'wallet'],
  ['newsletter', 'wallet'],
])('%o in the history is the step %s', (state, step) => {
  expect(readStep(state)).toBe(step)
})
