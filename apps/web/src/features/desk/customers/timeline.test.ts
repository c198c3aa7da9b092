import type { DeskCustomerDetail } from '@shipminer/contract/desk/customers'
import { expect, test } from 'vitest'
import { timelineOf, warrantyDaysLeft } from './timeline.ts'

const customer: DeskCustomerDetail = {
  serverTime: 0,
  person: {
    id: 'u1',
    name: 'Jan Bos',
    company: null,
    email: 'jan@bos.nl',
    phone: null,
    language: 'nl',
    newsletter: false,
    providerConsent: null,
    createdAt: 1_000,
  },
  former: [],
  ships: [],
  looseControllers: [],
  boxes: [],
  orders: [],
  reports: [],
  balance: { sat: null, cents: null, minimumSat: 50_000 },
  payouts: [{ id: '1', at: 5_000, amountSat: 100, txid: null }],
  leads: [{ id: 'l1', reference: 'C-1', kind: 'contact', createdAt: 500, isOpen: true }],
  mails: [],
  notes: [{ id: '1', at: 7_000, operator: 'Anna', text: 'Belt liever na vijven.' }],
}

test('what happened is told newest first, whatever it was', () => {
  expect(timelineOf(customer).map(({ kind, at }) => [kind, at])).toEqual([
    ['noted', 7_000],
    ['paidOut', 5_000],
    ['joined', 1_000],
    ['asked', 500],
  ])
})

test('a warranty lasts to the end of its last day', () => {
  const now = Date.parse('2026-11-22T14:32:00Z')
  expect(warrantyDaysLeft('2026-11-27', now)).toBe(6)
  expect(warrantyDaysLeft('2026-11-22', now)).toBe(1)
  expect(warrantyDaysLeft('2026-11-21', now)).toBeLessThanOrEqual(0)
})
