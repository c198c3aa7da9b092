import { matchStatement, type StatementMatch } from '@shipminer/domain/payments/match-statement'
import type { Store, Trx } from '../../platform/db/store.ts'
import {
  type BankOrdersPort,
  type OrdersPort,
  statementImportLock,
  type WhenLocked,
} from '../orders/orders.port.ts'
import {
  findSeenKeys,
  insertBooking,
  insertEntry,
  lockOpenEntry,
  settleEntry,
  sumBookings,
} from './bank.repository.ts'
import { type BankEntry, readCamt053 } from './camt053.ts'

export type BankDeps = {
  store: Store
  clock: () => number
  orders: OrdersPort & BankOrdersPort
  /** The account that buyers transfer to; statements of others are refused. Null while it is not set. */
  iban: string | null
}

/** What became of an entry, or would become of it. */
export type ImportedEntry = {
  bookedOn: string
  amountCents: number
  currency: string
  from: string
  text: string
  result: 'booked' | 'known' | 'to look at' | 'outgoing'
  orders: string
  why: string
}

/**
 * Imports a CAMT.053 statement: what names an order by its reference is booked, each entry in a transaction of its own; the rest waits for a
 * person. An entry that was imported before changes nothing, so a statement may be imported twice, or again after a crash. While it runs, no
 * order expires.
 *
 * @throws Error when the file is no statement of the account
 */
export async function importStatement(
  deps: BankDeps,
  { xml, dryRun }: { xml: string; dryRun: boolean },
): Promise<ImportedEntry[]> {
  const reading = readCamt053(xml)
  if (!reading.ok) throw new Error(reading.reason)
  const foreign = reading.entries.find(({ accountIban }) => deps.iban !== null && accountIban !== deps.iban)
  if (foreign) throw new Error(`the statement is of ${foreign.accountIban}, and COMPANY_IBAN is ${deps.iban}`)
  return deps.store.withAdvisoryLock(statementImportLock, async () => {
    const { db } = deps.store
    const orders = await deps.orders.matchableOrders(db)
    const idOf = new Map(orders.map(({ number, id }) => [number, id]))
    const seen = await findSeenKeys(
      db,
      reading.entries.map(({ entryKey }) => entryKey),
    )
    const matches = matchStatement(reading.entries.map(statementEntry), orders, seen)
    const results: ImportedEntry[] = []
    for (const [index, match] of matches.entries()) {
      const entry = reading.entries[index]
      if (!entry) continue
      const result = describe(entry, match)
      if (!dryRun && result.result !== 'known') {
        const orderId = match.kind === 'exact' ? (idOf.get(match.orderNumber) ?? null) : null
        await db.transaction().execute((trx) => keepEntry(deps, trx, entry, result, orderId))
      }
      results.push(result)
    }
    return results
  })
}

function statementEntry(entry: BankEntry) {
  return {
    entryId: entry.entryKey,
    amountCents: entry.amountCents,
    currency: entry.currency,
    remittanceReference: entry.reference,
    remittanceText: entry.remittance,
    debtorName: entry.counterpartyName,
    bookedOn: entry.bookedOn,
  }
}

function describe(entry: BankEntry, match: StatementMatch): ImportedEntry {
  const { bookedOn, amountCents, currency } = entry
  const base = {
    bookedOn,
    amountCents,
    currency,
    from: entry.counterpartyName ?? '',
    text: [entry.reference, entry.remittance].filter(Boolean).join(' '),
    orders: '',
  }
  switch (match.kind) {
    case 'duplicate':
      return { ...base, result: 'known', why: 'imported before' }
    case 'exact': {
      const { fit, differenceCents, orderNumber } = match
      return {
        ...base,
        result: 'booked',
        orders: orderNumber,
        why: `reference; ${fitWords(fit, differenceCents)}`,
      }
    }
    case 'probable':
      return {
        ...base,
        result: 'to look at',
        orders: match.candidates.map(({ orderNumber }) => orderNumber).join(', '),
        why: match.candidates
          .map(({ because, fit, differenceCents }) => `${because}; ${fitWords(fit, differenceCents)}`)
          .join(' | '),
      }
    case 'unmatched':
      if (match.because === 'not-incoming' && !entry.isReversal)
        return { ...base, result: 'outgoing', why: match.because }
      return { ...base, result: 'to look at', why: entry.isReversal ? 'reversal' : match.because }
  }
}

function fitWords(fit: string, differenceCents: number): string {
  return fit === 'full' ? fit : `${fit} by ${(Math.abs(differenceCents) / 100).toFixed(2)}`
}

const outcomes = { booked: 'booked', 'to look at': 'open', outgoing: 'ignored', known: 'ignored' } as const

async function keepEntry(
  deps: BankDeps,
  trx: Trx,
  { isReversal: _, ...entry }: BankEntry,
  { result, why }: ImportedEntry,
  orderId: string | null,
): Promise<void> {
  const at = new Date(deps.clock())
  // The order first, as everywhere.
  if (orderId !== null) await deps.orders.lockOrder(trx, orderId)
  const id = await insertEntry(trx, { ...entry, outcome: outcomes[result], why, importedAt: at })
  if (id === null || orderId === null) return
  await book(deps, trx, {
    orderId,
    entryId: id,
    amountCents: entry.amountCents,
    actor: 'system',
    reason: `statement ${entry.statementId}`,
    at,
  })
}

type Booking = {
  orderId: string
  entryId: number | null
  amountCents: number
  actor: 'provider' | 'system'
  reason: string
  at: Date
}

/** Writes a booking and tells the order what the bank holds for it now. */
async function book(deps: BankDeps, trx: Trx, booking: Booking): Promise<number> {
  const { orderId, actor, at, reason } = booking
  await insertBooking(trx, booking)
  const receivedCents = await sumBookings(trx, orderId)
  if (receivedCents < 0) throw new Error('more would be taken back than was booked')
  await deps.orders.setSourceBalance(trx, {
    orderId,
    source: 'bank',
    pendingCents: 0,
    receivedCents,
    actor,
    note: reason,
    at,
  })
  return receivedCents
}

/**
 * Books money for an order by hand: cash, an entry that nobody could match, or with a negative amount a booking taken back.
 *
 * @throws Error when there is no such order or open entry, or more is taken back than was booked
 */
export async function bookPayment(
  deps: BankDeps,
  request: { orderNumber: string; amountCents: number; reason: string; entryId: number | null },
  whenLocked?: WhenLocked,
): Promise<{ order: string; bookedCents: number; bankCents: number }> {
  const { orderNumber, amountCents, reason, entryId } = request
  const orderId = await deps.orders.findIdByNumber(deps.store.db, orderNumber)
  if (orderId === null) throw new Error(`there is no order ${orderNumber}`)
  return deps.store.db.transaction().execute(async (trx) => {
    await deps.orders.lockOrder(trx, orderId)
    await whenLocked?.(trx)
    if (entryId !== null) {
      const entry = await lockOpenEntry(trx, entryId)
      if (!entry) throw new Error(`there is no open entry ${entryId}`)
      await settleEntry(trx, entryId, 'booked', reason)
    }
    const at = new Date(deps.clock())
    const bankCents = await book(deps, trx, { orderId, entryId, amountCents, actor: 'provider', reason, at })
    return { order: orderNumber, bookedCents: amountCents, bankCents }
  })
}
