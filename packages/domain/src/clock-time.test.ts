import { expect, test } from 'vitest'
import { clockOfMinute, minuteOfClock } from './clock-time.ts'

test('every minute of a day comes back', () => {
  for (let minute = 0; minute < 1_440; minute++) expect(minuteOfClock(clockOfMinute(minute))).toBe(minute)
  expect([minuteOfClock('22:30'), clockOfMinute(365)]).toEqual([1_350, '06:05'])
})
