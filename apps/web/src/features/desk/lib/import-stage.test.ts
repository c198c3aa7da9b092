import { expect, test } from 'vitest'
import { announcedStage } from './import-stage.ts'

test('an import is announced at each quarter and at its end, not at each look', () => {
  const stages = Array.from({ length: 401 }, (_, done) =>
    announcedStage({ state: 'running', done, total: 400 }),
  )
  expect(new Set(stages).size).toBe(5)
  expect(stages[0]).toBe(stages[99])
  expect(stages[99]).not.toBe(stages[100])
  expect(announcedStage({ state: 'running', done: 0, total: 0 })).toBe('running 0')
  expect(announcedStage({ state: 'done', done: 400, total: 400 })).toBe('done')
})
