import { expect, test } from 'vitest'
import { addDays, mondayOf, weekOf } from './calendar-week.ts'

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-24', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
  ['2028-02-29', '2028-02-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

test('a week has seven days, over the end of a year too', () => {
  expect(weekOf('2026-12-31')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})
