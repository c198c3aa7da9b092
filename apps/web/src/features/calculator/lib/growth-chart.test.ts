import { chartShape, niceTicks, spread, yearlySums } from '@shipminer/domain/calculator/growth-chart'
import { describe, expect, test } from 'vitest'
import { emptyCalculator } from './calculator-form.ts'
import { figuresOf } from './figures.ts'

test.each([
  [0, 100, 4, [0, 50, 100]],
  [-3, 17, 4, [0, 5, 10, 15]],
  [0, 0, 4, [0]],
])('ticks from %d to %d', (low, high, count, ticks) => {
  expect(niceTicks(low, high, count)).toEqual(ticks)
})

describe('chartShape', () => {
  const { result, steady, outlook } = figuresOf({ ...emptyCalculator, product: 'sm21' }, null, null)
  const shape = chartShape({
    centsPerYear: result.spare.ownerNetCentsPerYear,
    pricedCentsPerDay: result.priced.ownerNetCentsPerDay,
    paybackDays: result.spare.paybackDays,
    investmentCents: result.investmentCents,
    halved: steady.projection,
    grown: outlook.projection,
  })

  test('zero, investment and every line are inside', () => {
    const { investmentY, zeroY, unchanged, halved, grown, ticks } = shape
    const ends = [unchanged, halved, grown].map((line) => line?.endY ?? Number.NaN)
    for (const y of [investmentY, zeroY, ...ends, ...ticks.map((tick) => tick.y)]) {
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(1)
    }
    for (const line of [halved, grown]) expect(line?.path).toMatch(/^M0 \d+(L\d+ \d+)+$/)
  })

  test('the lines end where the sentence says: 64,415 unchanged, 32,730 with the halving, 20,384 with growth', () => {
    expect(Math.round(shape.unchanged.cents / 100)).toBe(64_415)
    expect(Math.round(shape.halved.cents / 100)).toBe(32_730)
    expect(Math.round((shape.grown?.cents ?? 0) / 100)).toBe(20_384)
    expect(shape.unchanged.endY).toBeLessThan(shape.halved.endY)
  })

  test('a loss on paid power runs down from zero', () => {
    const [, end] = /L\d+ (\d+)$/.exec(shape.paidLoss ?? '') ?? []
    expect(Number(end) / 1000).toBeGreaterThan(shape.zeroY)
  })

  test('two halvings in eight years, and nine marks of years', () => {
    expect(shape.halvings).toHaveLength(2)
    expect(shape.years.map(({ year }) => year)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('the payback stands on the line of the investment, and only within the horizon', () => {
    expect(shape.payback?.y).toBe(shape.investmentY)
    expect(shape.payback?.x).toBeCloseTo(1928 / 2922, 5)
  })
})

test('words at the ends of lines do not touch', () => {
  expect(spread([0.5, 0.52, 0.1], 0.1)).toEqual([0.5, 0.6, 0.1])
  expect(spread([0.2, 0.2, 0.2], 0.1).map((y) => y.toFixed(1))).toEqual(['0.2', '0.3', '0.4'])
})

test('sums of full years are those of the last point within each', () => {
  const point = (day: number, spareCents: number) => ({
    day,
    blockHeight: 0,
    difficulty: 1,
    subsidySat: 1,
    ownerSat: 0,
    spareCents,
    pricedCents: -spareCents,
  })
  const points = [point(0, 0), point(364, 10), point(366, 11), point(730, 20)]
  expect(yearlySums(points, 'spare')).toEqual([
    { year: 1, cents: 10 },
    { year: 2, cents: 20 },
  ])
  expect(yearlySums(points, 'priced').at(-1)).toEqual({ year: 2, cents: -20 })
  expect(yearlySums([], 'spare')).toEqual([])
})
