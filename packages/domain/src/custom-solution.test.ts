import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseShip, type FittingBox, needsQuote } from './custom-solution.ts'
import { seedProducts } from './product-catalogue.ts'

const boxes: FittingBox[] = seedProducts
  .filter(({ devOnly }) => !devOnly)
  .map(({ id, powerKw, hashrateThs, minGeneratorKw }) => ({
    id,
    powerKw,
    hashrateThs,
    anyGenerator: minGeneratorKw === 0,
  }))

const counts = (generatorCapacityKw: number, currentUsagePercent: number) => {
  const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
  return (
    solution && {
      spareKw: solution.spareKw,
      messages: solution.messages,
      ...Object.fromEntries(solution.boxes.map(({ id, count }) => [id, count])),
    }
  )
}

test.each([
  // capacity kW, usage %, spare kW, [sm19, sm21, sm23], messages
  [100, 50, 50, [2, 2, 1], []],
  [100, 51, 49, [1, 1, 0], []],
  [120, 40, 72, [2, 2, 1], []],
  [50, 0, 50, [2, 2, 1], []],
  [50, 50, 25, [1, 1, 0], []],
  [50, 51, 24.5, [0, 0, 0], ['no-spare-power']],
  [49.9, 0, 49.9, [0, 0, 0], ['generator-under-50-kw']],
  [20, 10, 18, [0, 0, 0], ['generator-under-50-kw']],
  [250, 0, 250, [10, 10, 5], []],
  [275, 0, 275, [11, 11, 5], ['quote-over-10-units']],
  [2000, 0, 2000, [80, 80, 40], ['quote-over-10-units']],
  [100, 100, 0, [0, 0, 0], ['no-spare-power']],
])('%d kW at %d %%', (capacity, usage, spareKw, [sm19, sm21, sm23], messages) =>
  expect(counts(capacity, usage)).toMatchObject({ spareKw, sm19, sm21, sm23, messages }),
)

test('the Lottery Miner fits on a small generator too', () => {
  expect(counts(20, 10)).toMatchObject({ lottery: 150 })
})

test('boxes come with what they use, most hash rate first', () => {
  const solution = analyseShip({ generatorCapacityKw: 120, currentUsagePercent: 40 }, boxes)
  expect(solution?.boxes.slice(0, 2)).toEqual([
    { id: 'sm23', count: 1, usedKw: 50, hashrateThs: 3480, needsQuote: false },
    { id: 'sm21', count: 2, usedKw: 50, hashrateThs: 2838, needsQuote: false },
  ])
})

test.each([
  [0, 50],
  [-1, 50],
  [Number.NaN, 50],
  [Number.POSITIVE_INFINITY, 50],
  [100, -1],
  [100, 101],
  [100, Number.NaN],
])('%d kW at %d %% cannot be analysed', (capacity, usage) => expect(counts(capacity, usage)).toBeNull())

test.each([
  [10, false],
  [11, true],
])('%d units need a quote: %s', (units, needed) => expect(needsQuote(units)).toBe(needed))

describe('whatever the ship', () => {
  test('what fits is never more than what is spare, and one more never fits', () => {
    const capacity = fc.double({ min: 0.1, max: 5000, noNaN: true })
    const usage = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(capacity, usage, (generatorCapacityKw, currentUsagePercent) => {
        const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
        if (!solution) throw new Error('must be analysed')
        expect(solution.spareKw).toBeLessThanOrEqual(generatorCapacityKw + 1e-6)
        for (const { id, count, usedKw } of solution.boxes) {
          const box = boxes.find((candidate) => candidate.id === id)
          expect(usedKw).toBeLessThanOrEqual(solution.spareKw)
          if (box?.anyGenerator || generatorCapacityKw >= 50)
            expect((count + 1) * (box?.powerKw ?? 0)).toBeGreaterThan(solution.spareKw - 1e-6)
          else expect(count).toBe(0)
        }
      }),
    )
  })
})
