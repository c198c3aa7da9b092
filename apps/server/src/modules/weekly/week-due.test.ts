import { expect, test } from 'vitest'
import { sundayOf, weekDue } from './week-due.ts'

test.each([
  ['before seven on Monday', 'Europe/Amsterdam', '2026-11-23T05:59:59Z', null],
  ['at seven on Monday', 'Europe/Amsterdam', '2026-11-23T06:00:00Z', '2026-11-16'],
  ['on Thursday, after a server was down', 'Europe/Amsterdam', '2026-11-26T22:00:00Z', '2026-11-16'],
  ['on Friday', 'Europe/Amsterdam', '2026-11-27T06:00:00Z', null],
  ['on Sunday', 'Europe/Amsterdam', '2026-11-29T12:00:00Z', null],
  ['in summer', 'Europe/Amsterdam', '2026-07-06T05:00:00Z', '2026-06-29'],
  ['after the week with a day of 23 hours', 'Europe/Amsterdam', '2026-03-30T05:00:00Z', '2026-03-23'],
  ['before it is seven then', 'Europe/Amsterdam', '2026-03-30T04:59:59Z', null],
  ['after the week with a day of 25 hours', 'Europe/Amsterdam', '2026-10-26T06:00:00Z', '2026-10-19'],
  ['before it is seven then', 'Europe/Amsterdam', '2026-10-26T05:59:59Z', null],
  ['far east', 'Pacific/Kiritimati', '2026-11-22T17:00:00Z', '2026-11-16'],
  ['far west', 'Pacific/Pago_Pago', '2026-11-23T17:59:59Z', null],
  ['far west, later', 'Pacific/Pago_Pago', '2026-11-23T18:00:00Z', '2026-11-16'],
])('%s in %s', (_, zone, at, week) => expect(weekDue(zone, Date.parse(at))).toBe(week))

test('a week ends on Sunday', () => expect(sundayOf('2026-12-28')).toBe('2027-01-03'))
