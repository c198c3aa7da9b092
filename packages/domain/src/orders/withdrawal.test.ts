import { describe, expect, test } from 'vitest'
import { type WithdrawalQuestion, withdrawal, withdrawalEnd } from './withdrawal.ts'

const timeZone = 'Europe/Amsterdam'

describe('the end of the period', () => {
  test.each([
    ['an ordinary one', '2026-11-03T10:00:00+01:00', '2026-11-18T00:00:00+01:00'],
    ['ends on a Saturday', '2026-11-07T23:59:00+01:00', '2026-11-24T00:00:00+01:00'],
    ['ends on a Sunday', '2026-11-08T00:00:00+01:00', '2026-11-24T00:00:00+01:00'],
    ['ends on a Monday', '2026-11-09T12:00:00+01:00', '2026-11-24T00:00:00+01:00'],
    ['over the end of summer time', '2026-10-13T12:00:00+02:00', '2026-10-28T00:00:00+01:00'],
    ['on the day the clock changes', '2026-10-10T12:00:00+02:00', '2026-10-27T00:00:00+01:00'],
    ['over the beginning of summer time', '2026-03-17T12:00:00+01:00', '2026-04-01T00:00:00+02:00'],
    ['late at night counts as its own day', '2026-11-03T00:30:00+01:00', '2026-11-18T00:00:00+01:00'],
    ['over the year', '2026-12-22T12:00:00+01:00', '2027-01-06T00:00:00+01:00'],
  ])('%s: %s → %s', (_, deliveredAt, end) => {
    expect(new Date(withdrawalEnd(Date.parse(deliveredAt), timeZone)).toISOString()).toBe(
      new Date(end).toISOString(),
    )
  })

  test('elsewhere', () => {
    const end = withdrawalEnd(Date.parse('2026-11-03T23:30:00Z'), 'Europe/Bucharest')
    expect(new Date(end).toISOString()).toBe('2026-11-18T22:00:00.000Z')
  })
})

const delivered = Date.parse('2026-11-03T10:00:00+01:00')
const until = Date.parse('2026-11-18T00:00:00+01:00')

const question: WithdrawalQuestion = {
  state: 'installed',
  isBusiness: false,
  isCustomMade: false,
  deliveredAtMs: delivered,
  nowMs: until - 1,
  timeZone,
}

test.each([
  ['to the last moment', {}, { allowed: true, untilMs: until }],
  ['and not after', { nowMs: until }, { allowed: false, reason: 'too-late' }],
  ['before delivery', { state: 'placed', deliveredAtMs: null }, { allowed: true, untilMs: null }],
  ['a company', { isBusiness: true }, { allowed: false, reason: 'business' }],
  ['made to measure', { isCustomMade: true }, { allowed: false, reason: 'custom-made' }],
  ['a draft', { state: 'draft' }, { allowed: false, reason: 'not-placed' }],
  ['cancelled', { state: 'cancelled' }, { allowed: false, reason: 'order-over' }],
  ['expired', { state: 'expired' }, { allowed: false, reason: 'order-over' }],
] as const)('%s', (_, change, expected) => {
  expect(withdrawal({ ...question, ...change })).toEqual(expected)
})
