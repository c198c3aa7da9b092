import type { BookingFact } from '@shipminer/domain/books/book-orders'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** Days of the seller's calendar, both included, ISO. */
export type Span = { from: string; to: string }

/** Moments of a span with a day to spare at each end, because its days are those of a place. */
export function momentsOf({ from, to }: Span): { since: Date; before: Date } {
  const day = 86_400_000
  return {
    since: new Date(Date.parse(`${from}T00:00:00Z`) - day),
    before: new Date(Date.parse(`${to}T00:00:00Z`) + 2 * day),
  }
}

export function listDocuments(db: Queryable, span: Span) {
  const { since, before } = momentsOf(span)
  return db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.orderId')
    .leftJoin('invoices as c', 'c.credits', 'i.number')
    .select([
      'i.number',
      'i.issuedAt',
      'i.snapshot',
      'o.number as orderNumber',
      'o.installedAt',
      'c.issuedAt as creditedAt',
    ])
    .where(({ or, and, eb }) =>
      or([
        and([eb('i.issuedAt', '>=', since), eb('i.issuedAt', '<', before)]),
        // Their money came before they were issued.
        and([eb('i.kind', '=', 'prepayment'), eb('i.issuedAt', '>=', before)]),
        and([eb('o.installedAt', '>=', since), eb('o.installedAt', '<', before)]),
      ]),
    )
    .orderBy('i.year')
    .orderBy('i.sequence')
    .execute()
}

/** Every movement of the bank account in the span; `isBooked`: an order has it. */
export function listBankEntries(db: Queryable, { from, to }: Span) {
  return db
    .selectFrom('bankEntries as e')
    .leftJoin('bankBookings as b', 'b.entryId', 'e.id')
    .select([
      'e.id',
      'e.statementId',
      'e.bookedOn',
      'e.amountCents',
      'e.currency',
      'e.counterpartyName',
      'e.outcome',
      'b.id as bookingId',
    ])
    .where('e.bookedOn', '>=', from)
    .where('e.bookedOn', '<=', to)
    .orderBy('e.id')
    .execute()
}

/** What was booked onto orders, by its moment, or by the day of its entry when the import booked it. */
export async function listBookings(
  db: Queryable,
  span: Span,
  dayOf: (at: Date) => string,
): Promise<BookingFact[]> {
  const { since, before } = momentsOf(span)
  const rows = await db
    .selectFrom('bankBookings as b')
    .innerJoin('orders as o', 'o.id', 'b.orderId')
    .leftJoin('bankEntries as e', 'e.id', 'b.entryId')
    .select(['b.id', 'b.amountCents', 'b.reason', 'b.actor', 'b.at', 'o.number', 'e.bookedOn', 'e.currency'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('b.at', '>=', since), eb('b.at', '<', before)]),
        and([eb('e.bookedOn', '>=', span.from), eb('e.bookedOn', '<=', span.to)]),
      ]),
    )
    .orderBy('b.id')
    .execute()
  return rows.map(({ id, amountCents, reason, actor, at, number, bookedOn, currency }) => ({
    id: String(id),
    order: number,
    on: actor === 'system' && bookedOn !== null ? bookedOn : dayOf(at),
    cents: amountCents,
    reason,
    from: currency === null ? 'hand' : currency === 'EUR' ? 'unallocated' : 'bank',
  }))
}

/** Every refund that was asked for, settled or paid in the span. */
export function listRefundsOf(db: Queryable, span: Span) {
  const { since, before } = momentsOf(span)
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .select([
      'r.id',
      'o.number',
      'r.amountCents',
      'r.requestedAt',
      'r.status',
      'r.settledAt',
      'r.paidWay',
      'r.paidReference',
      'r.paidOn',
    ])
    .where(({ or, and, eb }) =>
      or([
        and([eb('r.requestedAt', '>=', since), eb('r.requestedAt', '<', before)]),
        and([eb('r.settledAt', '>=', since), eb('r.settledAt', '<', before)]),
        and([eb('r.paidOn', '>=', span.from), eb('r.paidOn', '<=', span.to)]),
      ]),
    )
    .orderBy('r.id')
    .execute()
}

/** Every payment request in coin that something was paid for, or that an order counted, with its order. */
export function listCoinIntents(db: Queryable) {
  return db
    .selectFrom('paymentIntents as p')
    .innerJoin('orders as o', 'o.id', 'p.orderId')
    .select([
      'p.id',
      'o.number',
      'p.asset',
      'p.decimals',
      'p.priceCents',
      'p.amountDue',
      'p.minDue',
      'p.confirmationsRequired',
      'p.expiresAt',
      'p.monitorUntil',
      'p.status',
      'p.manual',
    ])
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        exists(
          selectFrom('observedPayments')
            .select('observedPayments.id')
            .whereRef('observedPayments.intentId', '=', 'p.id'),
        ),
        eb('p.receivedCents', '<>', 0),
      ]),
    )
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .execute()
}

/** What payments on chains were seen for the requests. */
export function listSeenPayments(db: Queryable) {
  return db.selectFrom('observedPayments').selectAll().orderBy('firstSeenAt').orderBy('id').execute()
}

/** What orders counted of coin payments over time, as their events tell it: by request, oldest first. */
export async function listCounted(db: Queryable) {
  const { rows } = await sql<{ id: number; at: Date; intentId: string; cents: string }>`
    SELECT id, at, substr(data ->> 'source', 8) AS intent_id, data ->> 'receivedCents' AS cents
    FROM order_events WHERE kind = 'money' AND data ->> 'source' LIKE 'intent:%' ORDER BY id`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, cents: Number(row.cents) })),
    ({ intentId }) => intentId,
  )
}

/** All that pools ever paid, oldest first: shares are reckoned over all of it. What the provider paid out is none of it. */
export function listPoolReceipts(db: Queryable, isIncome: ReturnType<typeof sql<boolean>>) {
  return db
    .selectFrom('receipts')
    .leftJoin('users', 'users.id', 'receipts.userId')
    .select([
      'receipts.id',
      'receipts.userId',
      'users.name',
      'receipts.coin',
      'receipts.amountSat',
      'receipts.at',
      'receipts.paidTo',
      'receipts.reference',
    ])
    .where(isIncome)
    .orderBy('receipts.at')
    .orderBy('receipts.id')
    .execute()
}

export function listPayoutsMade(db: Queryable, span: Span) {
  const { since, before } = momentsOf(span)
  return db
    .selectFrom('payouts')
    .leftJoin('users', 'users.id', 'payouts.userId')
    .select([
      'payouts.id',
      'users.name',
      'payouts.amountSat',
      'payouts.paidAt',
      'payouts.txid',
      'payouts.note',
    ])
    .where('payouts.paidAt', '>=', since)
    .where('payouts.paidAt', '<', before)
    .orderBy('payouts.id')
    .execute()
}

/** Fees of the transactions that paid owners. */
export function listPayoutFees(db: Queryable, span: Span) {
  const { since, before } = momentsOf(span)
  return db
    .selectFrom('payoutRuns')
    .select(['id', 'feeSat', 'broadcastAt', 'txid'])
    .where('state', 'in', ['broadcast', 'confirmed'])
    .where('broadcastAt', '>=', since)
    .where('broadcastAt', '<', before)
    .orderBy('id')
    .execute()
}

/** Every price of Bitcoin that is kept, oldest first. */
export function listQuotes(db: Queryable) {
  return db
    .selectFrom('priceQuotes')
    .select(['currency', 'centsPerBtc', 'observedAt'])
    .orderBy('observedAt')
    .execute()
}

/** Prices of coins beside Bitcoin, by UTC day. */
export function listCoinPrices(db: Queryable) {
  return db
    .selectFrom('coinDays')
    .select(['coin', 'day', 'usdCentsPerCoin'])
    .where('usdCentsPerCoin', 'is not', null)
    .execute()
}

/** The first day that anything could be booked on: of the first order, entry or receipt; null when there is nothing. */
export async function findFirstMoment(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least((SELECT min(placed_at) FROM orders), (SELECT min(booked_on)::timestamptz FROM bank_entries),
      (SELECT min(at) FROM receipts), (SELECT min(paid_at) FROM payouts)) AS at`.execute(db)
  return rows[0]?.at ?? null
}
