import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookCoinIntent } from './book-coins.ts'
import { bookBankEntry, bookBooking, bookDocument, bookRefund } from './book-orders.ts'
import { bookPayout, bookPoolReceipts, valueOfSat } from './book-pools.ts'
import type { AccountRole } from './chart.ts'
import { type JournalEntry, sortEntries, sumCents } from './journal.ts'

/** What an account holds after all entries, cents. */
function balanceOf(entries: readonly JournalEntry[], account: AccountRole): number {
  return sumCents(entries.flatMap(({ lines }) => lines).filter((line) => line.account === account))
}

const day = fc.constantFrom('2026-01-01', '2026-03-31', '2026-12-31')
const cents = fc.integer({ min: 0, max: 5_000_000 })

test('documents: what is owed is what they state; revenue only of what was delivered and stands', () => {
  const document = fc.record({
    netCents: cents,
    vatCents: cents,
    issued: fc.integer({ min: 0, max: 9 }),
    delivered: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
    credited: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(document), (documents) => {
      const entries = documents.flatMap((one, index) => {
        const credited = one.credited === null ? null : one.issued + one.credited
        const base = {
          order: `SM-${index}`,
          party: 'A. de Vries',
          on: '2026-05-01',
          vat: { percent: 21, isReversed: false, vatCase: 'fitted' as const, country: 'NL' },
          deliveredAtMs: one.delivered,
          deliveredOn: one.delivered === null ? null : '2026-05-02',
        }
        const { netCents, vatCents } = one
        const invoice = bookDocument({
          ...base,
          number: `INV-${index}`,
          kind: 'invoice',
          atMs: one.issued,
          netCents,
          vatCents,
          creditedAtMs: credited,
        })
        if (credited === null) return invoice
        const credit = bookDocument({
          ...base,
          number: `CR-${index}`,
          kind: 'credit',
          atMs: credited,
          netCents: -netCents,
          vatCents: -vatCents,
          creditedAtMs: null,
        })
        return [...invoice, ...credit]
      })
      for (const { lines } of entries) expect(sumCents(lines)).toBe(0)
      const standing = documents.filter(({ credited }) => credited === null)
      const total = (list: typeof documents, key: 'netCents' | 'vatCents') =>
        list.reduce((sum, one) => sum + one[key], 0)
      expect(balanceOf(entries, 'debtors')).toBe(total(standing, 'netCents') + total(standing, 'vatCents'))
      expect(balanceOf(entries, 'vat') + total(standing, 'vatCents')).toBe(0)
      const delivered = standing.filter((one) => one.delivered !== null)
      expect(balanceOf(entries, 'sales') + total(delivered, 'netCents')).toBe(0)
      const waiting = standing.filter((one) => one.delivered === null)
      expect(balanceOf(entries, 'prepaid') + total(waiting, 'netCents')).toBe(0)
    }),
  )
})

test('bank: its account is the statement, whatever was booked of it', () => {
  const line = fc.record({
    cents: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    fate: fc.constantFrom('open', 'out', 'booked'),
    on: day,
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const entries = lines.flatMap((one, index) => [
        ...bookBankEntry({
          id: String(index),
          statementId: 'S',
          on: one.on,
          cents: one.cents,
          party: null,
          isOutgoing: one.fate === 'out',
        }),
        ...(one.fate === 'booked'
          ? bookBooking({
              id: String(index),
              order: 'SM-1',
              on: one.on,
              cents: one.cents,
              reason: 'statement S',
              from: 'unallocated',
            })
          : []),
      ])
      const sum = (fate?: string) =>
        lines
          .filter((one) => fate === undefined || one.fate === fate)
          .reduce((all, one) => all + one.cents, 0)
      expect(balanceOf(entries, 'bank')).toBe(sum())
      expect(balanceOf(entries, 'debtors') + sum('booked')).toBe(0)
      expect(balanceOf(entries, 'unallocated') + sum('open')).toBe(0)
      expect(balanceOf(entries, 'transit') + sum('out')).toBe(0)
    }),
  )
})

test('refunds: owed until they are paid or fall away', () => {
  const refund = fc.record({
    cents,
    status: fc.constantFrom('requested' as const, 'paid' as const, 'dropped' as const),
    way: fc.constantFrom('bank' as const, 'bitcoin' as const, 'evm' as const, null),
  })
  fc.assert(
    fc.property(fc.array(refund), (refunds) => {
      const entries = refunds.flatMap((one, index) =>
        bookRefund({
          ...one,
          id: String(index),
          order: 'SM-1',
          requestedOn: '2026-05-01',
          settledOn: one.status === 'requested' ? null : '2026-05-02',
          reference: null,
        }),
      )
      const sum = (test: (one: (typeof refunds)[number]) => boolean) =>
        refunds.filter(test).reduce((all, one) => all + one.cents, 0)
      expect(balanceOf(entries, 'refunds') + sum(({ status }) => status === 'requested')).toBe(0)
      expect(balanceOf(entries, 'debtors')).toBe(sum(({ status }) => status !== 'dropped'))
      expect(
        balanceOf(entries, 'transit') + sum(({ status, way }) => status === 'paid' && way === 'bank'),
      ).toBe(0)
    }),
  )
})

test('coins: the wallet has what they were worth, the order what it counted, and nothing stays between', () => {
  const payment = fc.record({
    amount: fc.bigInt({ min: 1n, max: 60_000_000n }),
    marketCents: fc.option(fc.integer({ min: 0, max: 4_000_000 }), { nil: null }),
  })
  const intent = fc.record({
    priceCents: fc.integer({ min: 1, max: 4_250_000 }),
    amountDue: fc.bigInt({ min: 1n, max: 60_000_000n }),
    payments: fc.array(payment, { maxLength: 4 }),
    counted: fc.array(cents, { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(intent, (one) => {
      const entries = bookCoinIntent({
        ...one,
        id: 'i',
        order: 'SM-1',
        asset: 'BTC',
        decimals: 8,
        payments: one.payments.map((paid, index) => ({ ...paid, txid: 'ab', index, on: '2026-05-01' })),
        counted: one.counted.map((value, index) => ({
          eventId: String(index),
          on: '2026-05-02',
          cents: value,
        })),
        isSucceeded: true,
        isByHand: false,
      })
      for (const { lines } of entries) expect(sumCents(lines)).toBe(0)
      expect(balanceOf(entries, 'debtors') + (one.counted.at(-1) ?? 0)).toBe(0)
      expect(balanceOf(entries, 'unallocated')).toBe(0)
      const whole = one.payments.reduce((sum, { amount }) => sum + amount, 0n)
      const agreed = Number((whole * BigInt(one.priceCents)) / one.amountDue)
      expect(balanceOf(entries, 'bitcoin') + balanceOf(entries, 'exchange')).toBe(agreed)
      if (one.payments.every(({ marketCents }) => marketCents !== null))
        expect(balanceOf(entries, 'bitcoin')).toBe(
          one.payments.reduce((sum, { marketCents }) => sum + (marketCents ?? 0), 0),
        )
    }),
  )
})

test('a tolerated cent less is a difference of payment; what a person declared paid came another way', () => {
  const intent = {
    id: 'i',
    order: 'SM-1',
    asset: 'USDT' as const,
    decimals: 6,
    priceCents: 1_000,
    amountDue: 1_000n,
    counted: [{ eventId: '1', on: '2026-05-02', cents: 1_000 }],
    isSucceeded: true,
  }
  const payments = [{ txid: 'ab', index: 0, on: '2026-05-01', amount: 999n, marketCents: 990 }]
  const tolerated = bookCoinIntent({ ...intent, payments, isByHand: false })
  expect(balanceOf(tolerated, 'usdt')).toBe(990)
  expect(balanceOf(tolerated, 'exchange')).toBe(9)
  expect(balanceOf(tolerated, 'differences')).toBe(1)
  const byHand = bookCoinIntent({ ...intent, payments: [], isByHand: true })
  expect(balanceOf(byHand, 'hand')).toBe(1_000)
})

test('pools: owners are owed their share to the satoshi, and what went to them directly counts', () => {
  const receipt = fc.record({
    owner: fc.constantFrom('anna', 'bram'),
    amountSat: fc.integer({ min: 1, max: 50_000_000 }),
    paidTo: fc.constantFrom('provider' as const, 'owner' as const),
  })
  // One euro a satoshi, so that euro cents show every satoshi.
  const centsPerCoin = 10_000_000_000
  fc.assert(
    fc.property(fc.array(receipt), fc.integer({ min: 1, max: 1_000 }), (receipts, payoutSat) => {
      const entries = bookPoolReceipts(
        receipts.map((one, index) => ({
          ...one,
          id: String(index),
          on: '2026-05-01',
          ownerName: null,
          coin: 'BTC',
          centsPerCoin,
          reference: 'r',
        })),
      )
      const paid = bookPayout({
        id: '1',
        kind: 'payout',
        on: '2026-05-02',
        ownerName: null,
        amountSat: payoutSat,
        centsPerCoin,
        reference: 'r',
      })
      const sum = (owner: string, paidTo?: string) =>
        receipts
          .filter((one) => one.owner === owner && (paidTo === undefined || one.paidTo === paidTo))
          .reduce((all, { amountSat }) => all + amountSat, 0)
      const owed = ['anna', 'bram'].reduce(
        (all, owner) => all + Math.floor((sum(owner) * 3) / 4) - sum(owner, 'owner'),
        0,
      )
      const all = [...entries, ...paid]
      for (const { lines } of all) expect(sumCents(lines)).toBe(0)
      expect(balanceOf(all, 'owners')).toBe((payoutSat - owed) * 100)
      expect(balanceOf(all, 'bitcoin')).toBe(
        (sum('anna', 'provider') + sum('bram', 'provider') - payoutSat) * 100,
      )
    }),
  )
  expect(valueOfSat(1, 6_500_000)).toBe(0)
})

test('a receipt without a price is left out, and still counts for the shares of later ones', () => {
  const one = {
    on: '2026-05-01',
    owner: 'a',
    ownerName: null,
    coin: 'BTC',
    paidTo: 'provider' as const,
    reference: 'r',
  }
  const entries = bookPoolReceipts([
    { ...one, id: '1', amountSat: 1, centsPerCoin: null },
    { ...one, id: '2', amountSat: 1, centsPerCoin: 10_000_000_000 },
  ])
  expect(entries.map(({ source }) => source)).toEqual(['pool:2'])
  // Half of one is rounded down to none; of both, one is the owner's.
  expect(balanceOf(entries, 'owners')).toBe(-100)
})

test('entries that do not balance are refused, empty ones left out, and the order is that of the days', () => {
  expect(() => bookBooking({ id: '1', order: 'o', on: 'd', cents: 0.5, reason: 'r', from: 'hand' })).toThrow(
    RangeError,
  )
  expect(bookBooking({ id: '1', order: 'o', on: 'd', cents: 0, reason: 'r', from: 'hand' })).toEqual([])
  const at = (on: string, id: string) =>
    bookBooking({ id, order: 'o', on, cents: 1, reason: 'r', from: 'hand' })
  const sorted = sortEntries([...at('2026-02-01', '1'), ...at('2026-01-01', '2'), ...at('2026-01-01', '1')])
  expect(sorted.map(({ on, source }) => `${on} ${source}`)).toEqual([
    '2026-01-01 booking:1',
    '2026-01-01 booking:2',
    '2026-02-01 booking:1',
  ])
})
