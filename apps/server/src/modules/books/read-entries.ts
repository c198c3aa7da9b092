import { bookCoinIntent } from '@shipminer/domain/books/book-coins'
import { bookBankEntry, bookBooking, bookDocument, bookRefund } from '@shipminer/domain/books/book-orders'
import { bookPayout, bookPoolReceipts } from '@shipminer/domain/books/book-pools'
import { type JournalEntry, sortEntries } from '@shipminer/domain/books/journal'
import { sellerCountry } from '@shipminer/domain/orders/vat/vat-case'
import { type IntentStatus, isSucceeded } from '@shipminer/domain/payments/intent/intent'
import { isAccounted, isSettled } from '@shipminer/domain/payments/payment-sums'
import type { Queryable } from '../../platform/db/store.ts'
import { InvoiceSnapshotSchema, ownAmounts, sellerDay } from '../invoices/invoices.port.ts'
import { notPaidOut } from '../revenue/revenue.port.ts'
import {
  listBankEntries,
  listBookings,
  listCoinIntents,
  listCounted,
  listDocuments,
  listPayoutFees,
  listPayoutsMade,
  listPoolReceipts,
  listRefundsOf,
  listSeenPayments,
  type Span,
} from './books.repository.ts'
import { type PriceAt, readPrices } from './prices.ts'

/** What the journal cannot hold, because its worth in euro is unknown: how many of each, in the span. */
export type LeftOut = {
  foreignEntries: number
  receiptsWithoutPrice: number
  payoutsWithoutPrice: number
  otherCoins: number
}
export type Books = { entries: JournalEntry[]; leftOut: LeftOut }

/** The journal of a span, reckoned from what is stored: nothing of it is kept, so it always agrees with orders, bank and chains. */
export async function readBooks(db: Queryable, span: Span): Promise<Books> {
  const price = await readPrices(db)
  const isInSpan = ({ on }: { on: string }) => on >= span.from && on <= span.to
  const bank = await bankEntries(db, span)
  const coins = await coinEntries(db)
  const pools = await poolEntries(db, span, price)
  const payouts = await payoutEntries(db, span, price)
  const entries = [
    ...(await documentEntries(db, span)),
    ...bank.entries,
    ...(await listBookings(db, span, sellerDay)).flatMap(bookBooking),
    ...(await refundEntries(db, span)),
    ...coins.entries,
    ...pools.entries,
    ...payouts.entries,
  ].filter(isInSpan)
  return {
    entries: sortEntries(entries),
    leftOut: {
      foreignEntries: bank.foreign,
      receiptsWithoutPrice: pools.unpriced,
      payoutsWithoutPrice: payouts.unpriced,
      otherCoins: coins.others.filter(isInSpan).length,
    },
  }
}

async function documentEntries(db: Queryable, span: Span): Promise<JournalEntry[]> {
  return (await listDocuments(db, span)).flatMap((row) => {
    const document = InvoiceSnapshotSchema.parse(row.snapshot)
    const { kind, buyer, totals } = document
    const { netCents, vatCents } = ownAmounts(document)
    const { receivedAt } = document
    // VAT on a prepayment is due on the day it came.
    const at = kind === 'prepayment' && receivedAt !== null ? new Date(receivedAt) : row.issuedAt
    return bookDocument({
      number: row.number,
      kind,
      order: row.orderNumber,
      party: buyer.company ?? `${buyer.firstName} ${buyer.lastName}`,
      on: sellerDay(at),
      atMs: at.getTime(),
      netCents,
      vatCents,
      vat: {
        percent: totals.vatPercent,
        isReversed: totals.reverseCharge,
        vatCase: document.vatCase,
        country: document.vatCountry ?? sellerCountry,
      },
      creditedAtMs: row.creditedAt?.getTime() ?? null,
      deliveredAtMs: row.installedAt?.getTime() ?? null,
      deliveredOn: row.installedAt ? sellerDay(row.installedAt) : null,
    })
  })
}

async function bankEntries(db: Queryable, span: Span): Promise<{ entries: JournalEntry[]; foreign: number }> {
  const rows = await listBankEntries(db, span)
  const inEuro = rows.filter(({ currency }) => currency === 'EUR')
  const foreign = rows.filter(({ currency, bookingId }) => currency !== 'EUR' && bookingId === null)
  const entries = inEuro.flatMap((row) =>
    bookBankEntry({
      id: String(row.id),
      statementId: row.statementId,
      on: row.bookedOn,
      cents: row.amountCents,
      party: row.counterpartyName,
      isOutgoing: row.amountCents < 0 && row.outcome === 'ignored' && row.bookingId === null,
    }),
  )
  return { entries, foreign: foreign.length }
}

async function refundEntries(db: Queryable, span: Span): Promise<JournalEntry[]> {
  return (await listRefundsOf(db, span)).flatMap((row) =>
    bookRefund({
      id: row.id,
      order: row.number,
      cents: row.amountCents,
      requestedOn: sellerDay(row.requestedAt),
      status: row.status,
      settledOn: row.paidOn ?? (row.settledAt ? sellerDay(row.settledAt) : null),
      way: row.paidWay,
      reference: row.paidReference,
    }),
  )
}

async function coinEntries(db: Queryable): Promise<{ entries: JournalEntry[]; others: { on: string }[] }> {
  const intents = await listCoinIntents(db)
  const seen = Map.groupBy(await listSeenPayments(db), ({ intentId }) => intentId)
  const counted = await listCounted(db)
  const others: { on: string }[] = []
  const entries = intents.flatMap((intent) => {
    const payments = (seen.get(intent.id) ?? []).flatMap((row) => {
      const amount = BigInt(row.amount)
      const on = sellerDay(row.firstSeenAt)
      if (row.unaccountedAt === null && row.kind !== 'expected' && amount > 0n) others.push({ on })
      const observed = {
        id: String(row.id),
        amount,
        firstSeenMs: row.firstSeenAt.getTime(),
        confirmations: row.confirmations,
        final: row.final,
        kind: row.kind,
        unaccountedAtMs: row.unaccountedAt?.getTime() ?? null,
        unaccountedBecause: row.unaccountedBecause,
        wasReorged: row.wasReorged,
        valueCentsAtFirstSeen: row.valueCentsAtFirstSeen,
      }
      if (!isAccounted(observed) || !isSettled(observed, intent.confirmationsRequired)) return []
      return [{ txid: row.txId, index: row.outputIndex, on, amount, marketCents: row.valueCentsAtFirstSeen }]
    })
    return bookCoinIntent({
      id: intent.id,
      order: intent.number,
      asset: intent.asset,
      decimals: intent.decimals,
      priceCents: intent.priceCents,
      amountDue: BigInt(intent.amountDue),
      payments,
      counted: (counted.get(intent.id) ?? []).map(({ id, at, cents }) => ({
        eventId: String(id),
        on: sellerDay(at),
        cents,
      })),
      isSucceeded: isSucceeded(intent.status as IntentStatus),
      isByHand: intent.manual === 'completed',
    })
  })
  return { entries, others }
}

async function poolEntries(
  db: Queryable,
  { from, to }: Span,
  price: PriceAt,
): Promise<{ entries: JournalEntry[]; unpriced: number }> {
  const facts = (await listPoolReceipts(db, notPaidOut)).map((row) => ({
    id: String(row.id),
    on: sellerDay(row.at),
    owner: row.userId ?? '',
    ownerName: row.name,
    coin: row.coin,
    amountSat: row.amountSat,
    centsPerCoin: price(row.coin, row.at),
    paidTo: row.paidTo,
    reference: row.reference,
  }))
  const unpriced = facts.filter(({ on, centsPerCoin }) => centsPerCoin === null && on >= from && on <= to)
  return { entries: bookPoolReceipts(facts), unpriced: unpriced.length }
}

async function payoutEntries(
  db: Queryable,
  span: Span,
  price: PriceAt,
): Promise<{ entries: JournalEntry[]; unpriced: number }> {
  const paid = (await listPayoutsMade(db, span)).map((row) => ({
    id: String(row.id),
    kind: 'payout' as const,
    at: row.paidAt,
    ownerName: row.name,
    amountSat: row.amountSat,
    reference: row.txid ?? row.note ?? String(row.id),
  }))
  const fees = (await listPayoutFees(db, span)).flatMap(({ id, feeSat, broadcastAt, txid }) =>
    feeSat === null || broadcastAt === null
      ? []
      : [
          {
            id: String(id),
            kind: 'payout-fee' as const,
            at: broadcastAt,
            ownerName: null,
            amountSat: feeSat,
            reference: txid ?? String(id),
          },
        ],
  )
  let unpriced = 0
  const entries = [...paid, ...fees].flatMap(({ at, ...fact }) => {
    const on = sellerDay(at)
    const centsPerCoin = price('BTC', at)
    if (centsPerCoin !== null) return bookPayout({ ...fact, on, centsPerCoin })
    if (on >= span.from && on <= span.to) unpriced += 1
    return []
  })
  return { entries, unpriced }
}
