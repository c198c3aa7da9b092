import { expect, test } from 'vitest'
import { type StopWatch, stopGraceMs, watchStop } from './owner-stop.ts'

/** Checks every ten seconds; returns when the command was repeated, in seconds. */
function looksThatRepeat(looks: readonly (boolean | null)[]): number[] {
  let watch: StopWatch | null = null
  return looks.flatMap((isMining, index) => {
    const look = watchStop(watch, index * 10_000, isMining)
    watch = look.watch
    return look.isDue ? [index * 10] : []
  })
}
const so = (many: number, isMining: boolean | null) => Array.from({ length: many }, () => isMining)

test('one that goes to rest in its time is left alone', () => {
  expect(looksThatRepeat([...so(12, true), ...so(500, false)])).toEqual([])
})
test('one that mines again after it was at rest is told at the first look', () => {
  expect(looksThatRepeat([...so(3, true), ...so(3, false), true, false])).toEqual([60])
})
test('one that never stops is told again after its time, and then from time to time', () => {
  expect(looksThatRepeat(so(60, true))).toEqual([stopGraceMs / 1_000, 360, 540])
})
test('what was not seen says nothing', () => {
  expect(looksThatRepeat(so(100, null))).toEqual([])
})
test('a second time is a new event', () => {
  let watch: StopWatch | null = null
  const events: boolean[] = []
  for (const [index, isMining] of [false, true, false, true].entries()) {
    const look = watchStop(watch, index * 10_000, isMining)
    watch = look.watch
    events.push(look.isNew)
  }
  expect(events).toEqual([false, true, false, true])
})
