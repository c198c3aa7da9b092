import { expect, test } from 'vitest'
import { assumedTimes, expectedMs } from './device-times.ts'

test('what is assumed holds until three were measured', () => {
  expect(expectedMs([], 120_000)).toBe(120_000)
  expect(expectedMs([8_000, 8_000], 120_000)).toBe(120_000)
  expect(expectedMs([8_000, 8_000, 8_000], 120_000)).toBe(12_000)
})
test('one that is slower than assumed is known as such at once', () => {
  expect(expectedMs([90_000], 20_000)).toBe(135_000)
  expect(expectedMs([8_000, 60_000, 9_000], 120_000)).toBe(90_000)
  expect(expectedMs([150_000, 170_000, 160_000], 120_000)).toBe(255_000)
})
test('is never less than five seconds, nor more than ten minutes', () => {
  expect(expectedMs([100, 100, 100], 120_000)).toBe(5_000)
  expect(expectedMs([3e6, 3e6, 3e6], 120_000)).toBe(600_000)
})
test('a stock Antminer is given minutes, firmware that curtails seconds, an unknown one the most', () => {
  expect(assumedTimes('antminer')).toMatchObject({ sleepMs: 180_000, startMs: 240_000 })
  expect(assumedTimes('luxos').sleepMs).toBeLessThanOrEqual(15_000)
  expect(assumedTimes('whatsminer').percentMs).toBeLessThan(assumedTimes('whatsminer').sleepMs)
  for (const firmware of ['antminer', 'vnish', 'axeos'])
    for (const [name, ms] of Object.entries(assumedTimes(firmware)))
      expect(ms, `${firmware} ${name}`).toBeLessThanOrEqual(
        assumedTimes('made up')[name as keyof ReturnType<typeof assumedTimes>],
      )
})
