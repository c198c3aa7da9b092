import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gramsPerHour, isCurve, marginalGramsPerKwh, typicalCurve } from './fuel.ts'

test.each([
  [25, 7_000],
  [50, 11_750],
  [75, 16_350],
  [100, 21_500],
  // Between two points, and beyond the ends on the same line.
  [62.5, 14_050],
  [0, 2_250],
  [110, 23_560],
])('a set of 100 kW at %s kW burns %s g an hour', (kw, grams) =>
  expect(gramsPerHour(typicalCurve, 100, kw)).toBeCloseTo(grams),
)

test('a kilowatt hour more costs what is burnt more, and not the mean', () => {
  expect(marginalGramsPerKwh(typicalCurve, 100, 25, 50)).toBeCloseTo(190)
  expect(marginalGramsPerKwh(typicalCurve, 100, 30, 30)).toBeCloseTo(190)
  expect(marginalGramsPerKwh(typicalCurve, 100, 75, 100)).toBeCloseTo(206)
})

test('order does not matter, and a curve that says nothing gives nothing', () => {
  expect(gramsPerHour(typicalCurve.toReversed(), 100, 62.5)).toBeCloseTo(14_050)
  expect(gramsPerHour([], 100, 50)).toBeNull()
  expect(gramsPerHour([{ loadPercent: 50, gramsPerKwh: 230 }], 100, 50)).toBeNull()
  expect(marginalGramsPerKwh([], 100, 10, 20)).toBeNull()
})

test.each([
  [typicalCurve, true],
  [[], false],
  [[{ loadPercent: 50, gramsPerKwh: 230 }], false],
  [
    [
      { loadPercent: 50, gramsPerKwh: 230 },
      { loadPercent: 50, gramsPerKwh: 220 },
    ],
    false,
  ],
  // Less fuel for more load: two values were swapped, or one is in litres.
  [
    [
      { loadPercent: 25, gramsPerKwh: 280 },
      { loadPercent: 100, gramsPerKwh: 60 },
    ],
    false,
  ],
])('curve %#', (curve, isOne) => expect(isCurve(curve)).toBe(isOne))

test('of any curve a higher load never burns less', () => {
  const curves = fc
    .uniqueArray(fc.integer({ min: 5, max: 110 }), { minLength: 2, maxLength: 6 })
    .chain((loads) =>
      fc.tuple(
        ...loads.map((loadPercent) =>
          fc.record({
            loadPercent: fc.constant(loadPercent),
            gramsPerKwh: fc.integer({ min: 150, max: 500 }),
          }),
        ),
      ),
    )
    .filter(isCurve)
  const load = fc.integer({ min: 0, max: 130 })
  fc.assert(
    fc.property(curves, load, load, (curve, a, b) => {
      const [low, high] = [gramsPerHour(curve, 100, Math.min(a, b)), gramsPerHour(curve, 100, Math.max(a, b))]
      if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low)
    }),
  )
})
