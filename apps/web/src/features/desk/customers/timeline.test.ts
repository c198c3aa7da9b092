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
  money: [
    { at: 3_500, orderId: 'o1', orderNumber: 'SM-1', cents: -100 },
    { at: 3_000, orderId: 'o1', orderNumber: 'SM-1', cents: 100 },
  ],
  offers: [{ id: 'f1', number: 'O-1', at: 2_000, acceptedAt: 2_500 }],
  claims: [{ id: 'SM-R6RHDA', name: 'Achterschip', at: 4_000 }],
  transfers: [
    { id: 'SM-7K3QXM', name: 'Voorschip', at: 4_500, way: 'given', other: 'Piet Vos' },
    { id: 'SM-7K3QXM', name: 'Voorschip', at: 4_200, way: 'received', other: null },
  ],
  mails: [{ id: '1', subject: 'Uw bestelling', createdAt: 6_000, status: 'failed' }],
  notes: [{ id: '1', at: 7_000, operator: 'Anna', text: 'Belt liever na vijven.' }],
}

test('what happened is told newest first, whatever it was', () => {
  expect(timelineOf(customer).map(({ kind, at }) => [kind, at])).toEqual([
    ['noted', 7_000],
    ['mailed', 6_000],
    ['paidOut', 5_000],
    ['given', 4_500],
    ['received', 4_200],
    ['claimed', 4_000],
    ['takenBack', 3_500],
    ['paid', 3_000],
    ['accepted', 2_500],
    ['offered', 2_000],
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
