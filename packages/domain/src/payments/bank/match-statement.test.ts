import { describe, expect, test } from 'vitest'
import { formatOrderNumber } from '../../orders/order-number.ts'
import { type MatchableOrder, matchStatement, type StatementEntry } from './match-statement.ts'
import { createRfReference, formatRfReference } from './rf-reference.ts'

function order(sequence: number, change: Partial<MatchableOrder> = {}): MatchableOrder {
  const number = formatOrderNumber({ prefix: 'SM', year: 2026, sequence })
  const rfReference = createRfReference(number) ?? ''
  return {
    number,
    rfReference,
    totalCents: 1_750_000,
    receivedCents: 0,
    bankReceivedCents: change.receivedCents ?? 0,
    hasRefunds: false,
    buyerNames: ['Jan de Vries'],
    ...change,
  }
}

const orders = [
  order(1),
  order(2, { totalCents: 4_250_000, buyerNames: ['Ștefan Popescu', 'Marfa Dunării S.R.L.'] }),
  order(3, { totalCents: 8_700_000, receivedCents: 700_000 }),
]
const [first, second] = orders.map(({ rfReference }) => rfReference)

let entries = 0
function entry(change: Partial<StatementEntry> = {}): StatementEntry {
  entries += 1
  return {
    entryId: `e${entries}`,
    amountCents: 1_750_000,
    currency: 'EUR',
    remittanceReference: null,
    remittanceText: null,
    debtorName: null,
    bookedOn: '2026-11-20',
    isReturn: false,
    ...change,
  }
}

function match(...list: StatementEntry[]) {
  return matchStatement(list, orders, new Set(['seen-before']))
}

test.each([
  ['structured', { remittanceReference: first }],
  ['structured with spaces', { remittanceReference: formatRfReference(first ?? '') }],
  ['in the text', { remittanceText: `factuur ${first} bedankt` }],
  [
    'in the text with spaces',
    { remittanceText: `/RFS/${formatRfReference(first ?? '').toLowerCase()} 20-11-2026` },
  ],
  ['in the wrong field', { remittanceReference: `REF ${first}` }],
] as Array<[string, Partial<StatementEntry>]>)('exact: %s', (_, change) => {
  expect(match(entry(change))).toMatchObject([
    { kind: 'exact', orderNumber: 'SM-2026-000001', fit: 'full', differenceCents: 0 },
  ])
})

test('too little, too much, and several that add up', () => {
  const by = (amountCents: number) => entry({ amountCents, remittanceReference: first ?? null })
  expect(match(by(1_000_000), by(750_000), by(1))).toMatchObject([
    { kind: 'exact', fit: 'under', differenceCents: -750_000 },
    { kind: 'exact', fit: 'full', differenceCents: 0 },
    { kind: 'exact', fit: 'over', differenceCents: 1 },
  ])
  const third = entry({ amountCents: 8_000_000, remittanceText: orders[2]?.rfReference ?? '' })
  expect(match(third)).toMatchObject([{ kind: 'exact', fit: 'full' }])
})

test('an entry counts once, in this statement and the next', () => {
  const one = entry({ remittanceReference: first ?? null })
  expect(
    match(one, one, entry({ entryId: 'seen-before', remittanceReference: first ?? null })),
  ).toMatchObject([{ kind: 'exact' }, { kind: 'duplicate' }, { kind: 'duplicate' }])
})

test('two references: a person decides', () => {
  expect(match(entry({ remittanceText: `${first} en ${second}` }))).toMatchObject([
    {
      kind: 'probable',
      candidates: [
        { orderNumber: 'SM-2026-000001', because: 'order-number', fit: 'full' },
        { orderNumber: 'SM-2026-000002', because: 'order-number', fit: 'under' },
      ],
    },
  ])
})

test('the number of the order, and amount with name, are probable', () => {
  expect(match(entry({ remittanceText: 'bestelling sm 2026 000002', amountCents: 4_250_000 }))).toMatchObject(
    [
      {
        kind: 'probable',
        candidates: [{ orderNumber: 'SM-2026-000002', because: 'order-number', fit: 'full' }],
      },
    ],
  )
  expect(match(entry({ debtorName: 'VRIES, J. DE' }))).toMatchObject([{ kind: 'unmatched' }])
  expect(match(entry({ debtorName: 'Dhr. VRIES de Jan' }))).toMatchObject([
    { kind: 'probable', candidates: [{ orderNumber: 'SM-2026-000001', because: 'amount-and-name' }] },
  ])
  expect(match(entry({ debtorName: 'MARFA DUNARII SRL', amountCents: 4_250_000 }))).toMatchObject([
    { kind: 'probable', candidates: [{ orderNumber: 'SM-2026-000002', because: 'amount-and-name' }] },
  ])
})

test.each([
  ['nothing of ours', {}, 'no-order'],
  ['a name without the amount', { debtorName: 'Jan de Vries', amountCents: 5 }, 'no-order'],
  ['a reference of nobody', { remittanceReference: 'RF18539007547034' }, 'no-order'],
  ['dollars', { remittanceReference: first ?? null, currency: 'USD' }, 'other-currency'],
  ['money going out', { remittanceText: 'telefoon', amountCents: -5 }, 'not-incoming'],
  ['a return of nobody knows what', { amountCents: -5, isReturn: true }, 'taken-back'],
  [
    'a payment of ours that came back',
    { remittanceReference: first ?? null, isReturn: true },
    'returned-to-us',
  ],
] as Array<[string, Partial<StatementEntry>, string]>)('unmatched: %s', (_, change, because) => {
  expect(match(entry(change))).toMatchObject([{ kind: 'unmatched', because }])
})

describe('money that goes back', () => {
  const paid = order(7, { receivedCents: 1_750_000 })
  const back = (change: Partial<StatementEntry> = {}) =>
    entry({ amountCents: -1_750_000, isReturn: true, remittanceReference: paid.rfReference, ...change })
  const matchPaid = (list: StatementEntry[], change: Partial<MatchableOrder> = {}) =>
    matchStatement(list, [{ ...paid, ...change }, order(8)], new Set())

  test.each([
    ['marked as a return', {}],
    ['named in a plain debit', { isReturn: false }],
    [
      'named in the text of a return',
      { remittanceReference: null, remittanceText: `/RTRN/AC04 ${paid.rfReference}` },
    ],
  ] as Array<[string, Partial<StatementEntry>]>)('taken back: %s', (_, change) => {
    expect(matchPaid([back(change)])).toMatchObject([
      { kind: 'taken-back', orderNumber: paid.number, fit: 'under', differenceCents: -1_750_000 },
    ])
  })

  test('no more than the bank brought: the second one is for a person', () => {
    expect(matchPaid([back(), back()])).toMatchObject([
      { kind: 'taken-back' },
      { kind: 'probable', candidates: [{ orderNumber: paid.number, because: 'order-number' }] },
    ])
    expect(matchPaid([back()], { bankReceivedCents: 0 })).toMatchObject([{ kind: 'probable' }])
    expect(matchPaid([back({ amountCents: 0 })])).toMatchObject([{ kind: 'probable' }])
  })

  test('it may be our refund: a person decides', () => {
    expect(matchPaid([back({ isReturn: false })], { hasRefunds: true })).toMatchObject([{ kind: 'probable' }])
  })

  test('a refund of ours that came back is proposed for its order', () => {
    const returned = entry({ amountCents: 50_000, isReturn: true, remittanceText: `${paid.number}-R1` })
    expect(matchPaid([returned], { hasRefunds: true })).toMatchObject([
      { kind: 'probable', candidates: [{ orderNumber: paid.number, because: 'order-number' }] },
    ])
    const nameless = { ...returned, remittanceText: null, debtorName: 'Jan de Vries' }
    expect(matchPaid([nameless], { hasRefunds: true })).toMatchObject([
      { candidates: [{ orderNumber: paid.number, because: 'amount-and-name' }] },
    ])
  })

  test('without a reference, what that buyer paid is proposed', () => {
    const nameless = back({ remittanceReference: null, debtorName: 'Jan de Vries' })
    expect(matchPaid([nameless])).toMatchObject([
      { kind: 'probable', candidates: [{ orderNumber: paid.number, because: 'amount-and-name' }] },
    ])
  })
})

test('a structured reference does not outweigh another in the text', () => {
  expect(match(entry({ remittanceReference: first ?? null, remittanceText: second ?? null }))).toMatchObject([
    { kind: 'probable', candidates: [{}, {}] },
  ])
})
