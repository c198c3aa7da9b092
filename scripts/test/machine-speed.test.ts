import { expect, test } from 'vitest'
import { measureSlowness, scaleLimits } from './machine-speed.ts'

test.each([
  [100, 1],
  [400, 1],
  [800, 2],
  [1_000, 2.5],
  [60_000, 8],
])('work of %i ms makes limits %f times as long', (workMs, slowness) => {
  expect(scaleLimits(workMs)).toBe(slowness)
})

test('measures this machine within its bounds', async () => {
  const slowness = await measureSlowness(1)
  expect(slowness).toBeGreaterThanOrEqual(1)
  expect(slowness).toBeLessThanOrEqual(8)
})
