import { describe, expect, test } from 'vitest'
import { emptyCalculator } from './calculator-form.ts'
import { chartShape, niceTicks, yearlySums } from './chart-shape.ts'
import { figuresOf } from './figures.ts'

test.each([
  [0, 100, 4, [0, 50, 100]],
  [-3, 17, 4, [0, 5, 10, 15]],
  [0, 0, 4, [0]],
])('ticks from %d to %d', (low, high, count, ticks) => {
  expect(niceTicks(low, high, count)).toEqual(ticks)
})

describe('chartShape', () => {
  const { outlook } = figuresOf(emptyCalculator, null, null)
  const shape = (of: 'spareCents' | 'pricedCents', paybackDays: number | null = null) =>
    chartShape(outlook.projection, of, { investmentCents: outlook.investmentCents, paybackDays })

  test('zero, investment and curve are inside', () => {
    for (const of of ['spareCents', 'pricedCents'] as const) {
      const { investmentY, zeroY, end, path, ticks } = shape(of)
      for (const y of [investmentY, zeroY, end.y, ...ticks.map((tick) => tick.y)]) {
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(1)
      }
      expect(path).toMatch(/^M0 \d+(L\d+ \d+)+$/)
    }
  })

  test('a loss runs down from zero', () => {
    const { zeroY, end } = shape('pricedCents')
    expect(end.cents).toBeLessThan(0)
    expect(end.y).toBeGreaterThan(zeroY)
  })

  test('one halving within five years, and six marks of years', () => {
    expect(shape('spareCents').halvings).toHaveLength(1)
    expect(shape('spareCents').years.map(({ year }) => year)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('the payback stands on the line of the investment', () => {
    const { payback, investmentY } = shape('spareCents', 913)
    expect(payback).toEqual({ x: 0.5, y: investmentY })
  })
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
