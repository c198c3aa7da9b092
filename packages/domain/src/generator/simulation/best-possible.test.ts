import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestFill, bestPossibleKwh } from './best-possible.ts'

const hour = (kw: (second: number) => number) =>
  Float64Array.from({ length: 3_600 }, (_, second) => kw(second))
const two = [
  { fullWatts: 5_000, lowWatts: null },
  { fullWatts: 3_000, lowWatts: 1_500 },
]

test.each([
  [-1, 0],
  [0, 0],
  [1_499, 0],
  [1_500, 1_500],
  [3_000, 3_000],
  [5_000, 5_000],
  [6_500, 6_500],
  [7_999, 6_500],
  [8_000, 8_000],
  [99_000, 8_000],
])('into %i W fit %i W', (room, expected) => expect(bestFill(two)(room)).toBe(expected))

test('is never less than any choice of miners that fits', () => {
  const miners = fc.array(
    fc.record({ fullWatts: fc.integer({ min: 1, max: 60 }), lowWatts: fc.constant(null) }),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(miners, fc.nat(255), fc.nat(300), (list, mask, room) => {
      const scaled = list.map(({ fullWatts }) => ({ fullWatts: fullWatts * 100, lowWatts: null }))
      const chosen = scaled
        .filter((_, index) => mask & (1 << index))
        .reduce((sum, one) => sum + one.fullWatts, 0)
      if (chosen <= room * 100) expect(bestFill(scaled)(room * 100)).toBeGreaterThanOrEqual(chosen)
    }),
  )
})

test('is everything after the hold time where there is always room', () =>
  expect(
    bestPossibleKwh({
      shipLoadKw: hour(() => 10),
      stepMs: 1_000,
      targetKw: 75,
      holdMs: 900_000,
      miners: two,
    }),
  ).toBeCloseTo(8 * 0.75))

test('waits the hold time after every moment without room', () =>
  expect(
    bestPossibleKwh({
      shipLoadKw: hour((second) => (second === 1_800 ? 75 : 10)),
      stepMs: 1_000,
      targetKw: 75,
      holdMs: 900_000,
      miners: two,
    }),
  ).toBeCloseTo((8 * (3_600 - 900 - 901)) / 3_600))

test.each([
  // Both miners go on for a minute of the step of ten, and then wait until it is over.
  [{ kw: 10, ms: 60_000 }, 3_600 - (600 - 60)],
  // They go on for all of it.
  [{ kw: 10, ms: 600_000 }, 3_600],
  // The step is larger than the reserve.
  [{ kw: 0.5, ms: 600_000 }, 3_600 - 600],
])('lets a step stand in the reserve of %j', (reserve, seconds) =>
  expect(
    bestPossibleKwh({
      shipLoadKw: hour((second) => (second >= 1_800 && second < 2_400 ? 76 : 67)),
      stepMs: 1_000,
      targetKw: 75,
      holdMs: 0,
      miners: two,
      reserve,
    }),
  ).toBeCloseTo((8 * seconds) / 3_600),
)
