import { describe, expect, test } from 'vitest'
import {
  type BoxState,
  boxStates,
  boxSteps,
  boxStepsFrom,
  hasReached,
  isInHouse,
  needsOrder,
  stepBox,
} from './box-stock.ts'

/** Where each step leads from each state; a dash: nowhere. The columns are the steps in their order. */
const matrix: Record<BoxState, string> = {
  //          build  test   ship    install   return   rework
  ordered: '  built  -      -       -         -        -',
  built: '    -      tested -       -         -        -',
  tested: '   -      -      shipped installed -        built',
  shipped: '  -      -      -       installed returned -',
  installed: '-      -      -       -         returned -',
  returned: ' -      -      -       -         -        built',
}

describe('steps of a box', () => {
  test.each(boxStates.flatMap((state) => boxSteps.map((step) => [state, step] as const)))(
    '%s, %s',
    (state, step) => {
      const to = matrix[state].trim().split(/\s+/)[boxSteps.indexOf(step)]
      expect(stepBox(state, step)).toBe(to === '-' ? null : to)
    },
  )

  test('what fits is listed', () => {
    expect(boxStepsFrom('tested')).toEqual(['ship', 'install', 'rework'])
    expect(boxStepsFrom('ordered')).toEqual(['build'])
  })

  test('every state is reached from the first, and none is a dead end', () => {
    const reached = new Set<BoxState>(['ordered'])
    for (const state of reached)
      for (const step of boxStepsFrom(state)) reached.add(stepBox(state, step) as BoxState)
    expect([...reached].sort()).toEqual([...boxStates].sort())
    for (const state of boxStates) expect(boxStepsFrom(state)).not.toEqual([])
  })

  test('only what goes to somebody needs an order', () => {
    expect(boxSteps.filter(needsOrder)).toEqual(['ship', 'install'])
  })

  test('its order can be changed while it is in the house', () => {
    expect(boxStates.filter(isInHouse)).toEqual(['ordered', 'built', 'tested'])
  })

  test.each([
    ['built', ['built', 'tested', 'shipped', 'installed']],
    ['shipped', ['shipped', 'installed']],
    ['installed', ['installed']],
  ] as const)('%s was reached', (wanted, states) => {
    expect(boxStates.filter((state) => hasReached(state, wanted))).toEqual(states)
  })
})
