import { expect, test } from 'vitest'
import { builtInMarket, estimateBox, estimateIds } from './box-estimate.ts'

test('on the built-in figures a 19 earns its owner some euros a day, and a price of power eats them', () => {
  const one = estimateBox('sm19', 1, builtInMarket)
  expect(one.ownerCentsPerDay).toBeGreaterThan(1000)
  expect(one.ownerCentsPerDay).toBeLessThan(1500)
  expect(one.pricedCentsPerDay).toBeLessThan(0)
  expect(one.paybackYears).toBeCloseTo(1_750_000 / one.ownerCentsPerDay / 365.25, 1)
})

test.each(estimateIds)('three boxes %s earn three times one', (id) => {
  const one = estimateBox(id, 1, builtInMarket)
  const three = estimateBox(id, 3, builtInMarket)
  expect(Math.abs(three.ownerCentsPerDay - 3 * one.ownerCentsPerDay)).toBeLessThanOrEqual(2)
  expect(three.paybackYears).toBeCloseTo(one.paybackYears ?? 0, 1)
})

test('a worthless coin never pays back', () => {
  expect(estimateBox('sm21', 1, { ...builtInMarket, centsPerBtc: 0 }).paybackYears).toBeNull()
})
