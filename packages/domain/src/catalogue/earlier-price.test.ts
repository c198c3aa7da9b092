import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { earlierPriceLimit, earlierPriceProblem, type PriceRecord } from './earlier-price.ts'

const dayMs = 86_400_000
const record = (day: number, priceCents: number, part: Partial<PriceRecord> = {}): PriceRecord => ({
  at: day * dayMs,
  priceCents,
  originalPriceCents: null,
  isOffered: true,
  ...part,
})
const limit = (history: PriceRecord[], day: number, priceCents: number) =>
  earlierPriceLimit(history, { at: day * dayMs, priceCents })

describe('the highest earlier price', () => {
  test('is the lowest of the 30 days before the reduction, not the last one', () => {
    const history = [record(0, 2000), record(50, 1500), record(55, 1800)]
    expect(limit(history, 60, 1000)).toEqual({ highestCents: 1500, reducedAt: 60 * dayMs, isProven: true })
  })

  test('leaves out what ended 30 days before, to the moment', () => {
    const history = [record(0, 1500), record(30, 1800)]
    expect(limit(history, 60, 1000).highestCents).toBe(1800)
    expect(earlierPriceLimit(history, { at: 60 * dayMs - 1, priceCents: 1000 }).highestCents).toBe(1500)
  })

  test('stays the one of the reduction for as long as the price holds', () => {
    const history = [record(0, 2000), record(40, 1500)]
    expect(limit(history, 200, 1500)).toEqual({ highestCents: 2000, reducedAt: 40 * dayMs, isProven: true })
  })

  test('is none where nothing was reduced', () => {
    expect(limit([record(0, 2000)], 60, 2000).highestCents).toBeNull()
    expect(limit([record(0, 2000), record(50, 1000)], 60, 1500).highestCents).toBeNull()
    expect(limit([], 60, 1500)).toEqual({ highestCents: null, reducedAt: 60 * dayMs, isProven: false })
  })

  test('uses what is known of a shorter history, unproven', () => {
    expect(limit([record(50, 2000)], 60, 1000)).toMatchObject({ highestCents: 2000, isProven: false })
    expect(limit([record(50, 2000)], 80, 1000)).toMatchObject({ highestCents: 2000, isProven: true })
  })

  test('keeps what a price came with when the records began, and only that', () => {
    const history = [record(0, 1750, { originalPriceCents: 1999 })]
    expect(limit(history, 5, 1750)).toEqual({ highestCents: 1999, reducedAt: 0, isProven: false })
    expect(limit(history, 5, 1600).highestCents).toBe(1750)
    const withdrawn = [...history, record(2, 1750), record(3, 1750, { originalPriceCents: 1900 })]
    expect(limit(withdrawn, 5, 1750).highestCents).toBe(1999)
  })

  test('takes no price for one at which nobody could buy', () => {
    const announced = [record(0, 9000, { isOffered: false }), record(50, 8000)]
    expect(limit(announced, 60, 8000).highestCents).toBeNull()
    const paused = [
      record(0, 2000),
      record(40, 1500),
      record(45, 1500, { isOffered: false }),
      record(50, 1500),
    ]
    expect(limit(paused, 60, 1500)).toMatchObject({ highestCents: 2000, reducedAt: 40 * dayMs })
    const asleep = [record(0, 2000), record(10, 2000, { isOffered: false })]
    expect(limit(asleep, 60, 1500).highestCents).toBeNull()
  })

  test('never exceeds any price asked in the window, and always the price itself', () => {
    const prices = fc.array(
      fc.record({ days: fc.integer({ min: 1, max: 20 }), cents: fc.integer({ min: 1, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 9 }), (steps, cents) => {
        let day = 0
        const history = steps.map((step) => {
          const made = record(day, step.cents)
          day += step.days
          return made
        })
        const { highestCents, reducedAt } = limit(history, day, cents)
        if (highestCents === null) return
        expect(highestCents).toBeGreaterThan(cents)
        for (const [index, { at, priceCents }] of history.entries()) {
          const to = history[index + 1]?.at ?? day * dayMs
          if (at < reducedAt && to > reducedAt - 30 * dayMs)
            expect(highestCents).toBeLessThanOrEqual(priceCents)
        }
      }),
    )
  })
})

test.each([
  [null, 1500, null],
  [1500, 1500, null],
  [1501, 1500, 'too-high'],
  [1001, null, 'too-high'],
  [1000, 1500, 'not-higher'],
])('an earlier price of %s with at most %s is %s', (originalPriceCents, highestCents, problem) =>
  expect(earlierPriceProblem({ priceCents: 1000, originalPriceCents }, { highestCents })).toBe(problem),
)
