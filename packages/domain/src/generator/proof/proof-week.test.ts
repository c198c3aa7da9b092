import { expect, test } from 'vitest'
import { proofWeek } from './proof-week.ts'

test.each(['2026-10-19', '2026-10-22', '2026-10-25'])('%s is in the week of its Monday', (day) => {
  const { fromDay, from, before } = proofWeek(day, 'Europe/Amsterdam')
  expect(fromDay).toBe('2026-10-19')
  expect(new Date(from).toISOString()).toBe('2026-10-18T22:00:00.000Z')
  // With the hour that the end of summer time gives.
  expect(before - from).toBe((7 * 24 + 1) * 3_600_000)
})
