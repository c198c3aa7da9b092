import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatorParts } from './generator-bar.tsx'

test('80 kW with 34 for the ship and 25 for the box', () => {
  expect(generatorParts(80_000, 34_000, 25_000)).toEqual({ ship: 42.5, box: 31.25, free: 26.25 })
})

test('the parts always fill the bar and none is negative', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 500_000 }), fc.integer(), fc.integer(), (capacity, ship, box) => {
      const parts = generatorParts(capacity, ship, box)
      expect(parts.ship + parts.box + parts.free).toBeCloseTo(100, 6)
      expect(Math.min(parts.ship, parts.box, parts.free)).toBeGreaterThanOrEqual(0)
    }),
  )
})
