import type { StatementEntry, StatementMatch } from '@shipminer/domain/payments/bank/match-statement'
import { expect, test } from 'vitest'
import { outcomeOf } from './statement-entries.policy.ts'

const entry = (amountCents: number): StatementEntry => ({
  entryId: 'e1',
  amountCents,
  currency: 'EUR',
  remittanceReference: null,
  remittanceText: null,
  debtorName: null,
  bookedOn: '2026-05-03',
  isReturn: false,
})
const fits = { orderNumber: 'SM-2026-000001', fit: 'full', differenceCents: 0 } as const
const matches = [{ orderId: 'id-1', because: 'reference', ...fits }]
const exact: StatementMatch = { kind: 'exact', entry: entry(100), ...fits }
const takenBack: StatementMatch = { kind: 'taken-back', entry: entry(-100), ...fits }
const probable = (amountCents: number): StatementMatch => ({
  kind: 'probable',
  entry: entry(amountCents),
  candidates: [{ ...fits, because: 'order-number' }],
})
const unmatched = (because: Extract<StatementMatch, { kind: 'unmatched' }>['because']): StatementMatch => ({
  kind: 'unmatched',
  entry: entry(100),
  because,
})
const proposed = [{ orderId: 'id-1', because: 'order-number', ...fits }]

test.each<[string, StatementMatch, object]>([
  [
    'imported before',
    { kind: 'duplicate', entry: entry(100) },
    { result: 'known', why: 'imported-before', matches: [] },
  ],
  ['an order is named', exact, { result: 'booked', why: 'matched', matches }],
  ['a payment came back', takenBack, { result: 'booked', why: 'taken-back', matches }],
  ['an order is likely', probable(100), { result: 'open', why: 'matched', matches: proposed }],
  [
    'an order is likely that money was taken back from',
    probable(-100),
    { result: 'open', why: 'taken-back', matches: proposed },
  ],
  ['no order', unmatched('no-order'), { result: 'open', why: 'no-order', matches: [] }],
  ['dollars', unmatched('other-currency'), { result: 'open', why: 'other-currency', matches: [] }],
  [
    'a refund of ours came back',
    {
      kind: 'probable',
      entry: { ...entry(100), isReturn: true },
      candidates: [{ ...fits, because: 'order-number' }],
    },
    { result: 'open', why: 'returned-to-us', matches: proposed },
  ],
  [
    'a payment of ours came back',
    unmatched('returned-to-us'),
    { result: 'open', why: 'returned-to-us', matches: [] },
  ],
  [
    'a return of nobody knows what',
    unmatched('taken-back'),
    { result: 'open', why: 'taken-back', matches: [] },
  ],
  ['money that left', unmatched('not-incoming'), { result: 'outgoing', why: 'not-incoming', matches: [] }],
])('%s', (_, match, expected) => {
  const idOf = new Map([['SM-2026-000001', 'id-1']])
  expect(outcomeOf(match, false, idOf)).toEqual(expected)
  // What looks like something that was imported is never booked, nor passed over, without a person.
  const suspected = outcomeOf(match, true, idOf)
  if (match.kind === 'duplicate') expect(suspected).toEqual(expected)
  else expect(suspected).toEqual({ ...expected, result: 'open', why: 'maybe-imported' })
})
