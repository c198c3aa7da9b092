import { describe, expect, test } from 'vitest'
import type { BoxState } from './box-stock.ts'
import { addMonths, type FreeBox, warrantyUntil, weeksFromSupply } from './supply.ts'

const today = '2026-11-24'
const box = (state: BoxState, expectedOn: string | null = null): FreeBox => ({ state, expectedOn })

describe('weeks to the delivery', () => {
  test.each<[string, FreeBox[], number, number, number | null]>([
    ['nothing there', [], 0, 1, null],
    ['one is tested', [box('tested')], 0, 1, 1],
    ['one still to be tested', [box('built')], 0, 1, 2],
    ['the tested one is for somebody before', [box('built'), box('tested')], 1, 1, 2],
    ['two at once wait for the later', [box('built'), box('tested')], 0, 2, 2],
    ['all are for somebody before', [box('tested')], 1, 1, null],
    ['comes in three weeks', [box('ordered', '2026-12-15')], 0, 1, 5],
    ['comes in a day', [box('ordered', '2026-11-25')], 0, 1, 3],
    ['comes today', [box('ordered', today)], 0, 1, 2],
    ['nobody knows when it comes', [box('ordered')], 0, 1, null],
    ['should have come', [box('ordered', '2026-11-23')], 0, 1, null],
    ['what is gone does not count', [box('shipped'), box('installed'), box('returned')], 0, 1, null],
  ])('%s', (_, free, waiting, quantity, weeks) => {
    expect(weeksFromSupply(free, { waiting, quantity, today })).toBe(weeks)
  })
})

test.each([
  ['2026-11-24', 24, '2028-11-24'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2026-11-30', 6, '2027-05-30'],
])('%s and %i months', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then)
  expect(warrantyUntil(day, months)).toBe(then)
})

test('no months are no warranty', () => {
  expect(warrantyUntil('2026-11-24', 0)).toBeNull()
})
