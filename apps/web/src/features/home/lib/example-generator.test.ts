import { expect, test } from 'vitest'
import { boxPowerWatts, exampleGenerator } from './example-generator.ts'

test.each([
  [10_000, 25_000],
  [47_000, 25_000],
  [48_000, 24_000],
  [63_000, 9_000],
  [63_001, 0],
  [80_000, 0],
])('a ship of %i W leaves %i W to the box', (ship, box) => {
  expect(boxPowerWatts(ship)).toBe(box)
})

test('ship and box together never pass the limit while the box runs', () => {
  for (let ship = 0; ship <= exampleGenerator.capacityWatts; ship += 500) {
    const box = boxPowerWatts(ship)
    if (box > 0) expect(ship + box).toBeLessThanOrEqual(exampleGenerator.limitWatts)
  }
})
