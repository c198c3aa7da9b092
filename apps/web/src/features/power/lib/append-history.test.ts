import { expect, test } from 'vitest'
import { appendHistory } from './append-history.ts'

const hourMs = 3_600_000
const step = (at: number, watts: number) => ({ at, watts })
const answer = (serverTime: number, tellsFrom: number, ...points: ReturnType<typeof step>[]) => ({
  serverTime,
  tellsFrom,
  stepSeconds: 300,
  points,
  events: points.toReversed().map(({ at }) => ({ at, kind: 'curtailed' })),
})

test('the end of a span replaces what was known of it, and what is past leaves at the other end', () => {
  const known = answer(25 * hourMs, hourMs, step(hourMs, 1), step(20 * hourMs, 2), step(24.9 * hourMs, 3))
  const whole = appendHistory(
    known,
    answer(26 * hourMs, 24.5 * hourMs, step(24.9 * hourMs, 4), step(25.9 * hourMs, 5)),
    24,
  )
  expect(whole.points).toEqual([step(20 * hourMs, 2), step(24.9 * hourMs, 4), step(25.9 * hourMs, 5)])
  expect(whole.events.map(({ at }) => at / hourMs)).toEqual([25.9, 24.9, 20])
  expect(whole.serverTime).toBe(26 * hourMs)
})

test('an answer that tells all of it leaves nothing of what was known', () => {
  const known = answer(25 * hourMs, hourMs, step(20 * hourMs, 2))
  expect(appendHistory(known, answer(26 * hourMs, 2 * hourMs), 24)).toMatchObject({ points: [], events: [] })
})
