import type { ImportedEntry } from '@shipminer/contract/desk-bank'
import { matchStatement } from '@shipminer/domain/payments/match-statement'
import type { Queryable, Store, Trx } from '../../platform/db/store.ts'
import {
  type BankOrdersPort,
  type OrdersPort,
  statementImportLock,
  type WhenLocked,
} from '../orders/orders.port.ts'
import {
  insertBooking,
  insertEntries,
  insertEntry,
  listKept,
  lockOpenEntry,
  settleEntry,
  sumBookings,
  sumBookingsByOrder,
} from './bank.repository.ts'
import { type BankEntry, classifyEntries, identifyLines } from './entry-identity.policy.ts'
import { describeReason } from './entry-words.ts'
import { readStatement } from './read-statement.ts'
import { movementOf, outcomeOf, statementEntry } from './statement-entries.policy.ts'

export type BankDeps = {
  store: Store
  clock: () => number
  orders: OrdersPort & BankOrdersPort
  /** The account that buyers transfer to; statements of others are refused. Null while it is not set. */
  iban: string | null
}

type Refusal = 'unreadable' | 'other-account' | 'no-such-order' | 'entry-settled' | 'takes-too-much'

/** The requested bank operation is not possible: `reason` is for programs, the message for people. */
export class BankRefused extends Error {
  override readonly name = 'BankRefused'
  readonly reason: Refusal

  constructor(reason: Refusal, message: string) {
    super(message)
    this.reason = reason
  }
}

export type StatementResult = { statementIds: string[]; entries: ImportedEntry[]; notBooked: number }

type Outcome = Pick<ImportedEntry, 'result' | 'why' | 'matches'>

/**
 * Imports a statement: entries that name an order by its reference are booked, each in a transaction of its own; the rest waits for a
 * person. An entry that was imported before changes nothing, so a statement may be imported twice, or again after a crash. An entry that
 * cannot be booked is kept for a person, and the import continues. While it runs, no order expires. `whenFirst` runs in the transaction
 * that stores the first new entry; it does not run when there is none.
 *
 * @throws BankRefused when the file is not a statement of the account
 */
export async function importStatement(
  deps: BankDeps,
  { xml, dryRun }: { xml: string; dryRun: boolean },
  whenFirst?: (trx: Trx, result: StatementResult) => Promise<void>,
): Promise<StatementResult> {
  const reading = readStatement(xml, deps.iban)
  if (!reading.ok) throw new BankRefused('unreadable', reading.reason)
  const foreign = reading.accounts.find((account) => deps.iban !== null && account !== deps.iban)
  if (foreign)
    throw new BankRefused('other-account', `the statement is of ${foreign}, and COMPANY_IBAN is ${deps.iban}`)
  return deps.store.withAdvisoryLock(statementImportLock, async () => {
    const outcomes = await decideOutcomes(deps, identifyLines(reading.lines))
    const result: StatementResult = {
      statementIds: reading.statementIds,
      entries: outcomes.map(({ entry, outcome }) => ({ ...movementOf(entry), ...outcome })),
      notBooked: reading.notBooked,
    }
    if (dryRun) return result
    const fresh = outcomes.flatMap((one, at) => (one.outcome.result === 'known' ? [] : [{ ...one, at }]))
    let isNoted = false
    /** Runs a transaction that stores something new; `whenFirst` is part of the first one that commits. */
    const storing = async (store: (trx: Trx) => Promise<boolean>) => {
      const isNew = await deps.store.db.transaction().execute(async (trx) => {
        const stored = await store(trx)
        if (stored && !isNoted) await whenFirst?.(trx, result)
        return stored
      })
      isNoted ||= isNew
    }
    for (let start = 0; start < fresh.length; start += entriesAtOnce) {
      const chunk = fresh.slice(start, start + entriesAtOnce)
      const waiting = chunk.filter(({ outcome }) => outcome.result !== 'booked')
      if (waiting.length > 0)
        await storing(async (trx) => {
          const at = new Date(deps.clock())
          await insertEntries(
            trx,
            waiting.map(({ entry, outcome }) => rowOf(entry, outcome, at)),
          )
          return true
        })
      for (const { entry, outcome, at } of chunk) {
        if (outcome.result !== 'booked') continue
        const done = await bookEntry(deps, entry, outcome, storing)
        result.entries[at] = { ...movementOf(entry), ...done }
      }
    }
    return result
  })
}

/** How many of the entries that wait for a person are stored in one transaction. */
const entriesAtOnce = 500

/** Matches every entry with the orders and stored entries as they are now. */
async function decideOutcomes(
  deps: Pick<BankDeps, 'store' | 'orders'>,
  entries: readonly BankEntry[],
): Promise<{ entry: BankEntry; outcome: Outcome }[]> {
  const { db } = deps.store
  const orders = await matchableOrders(deps, db)
  const idOf = new Map(orders.map(({ number, id }) => [number, id]))
  const newness = classifyEntries(entries, await listKept(db, entries))
  const known = new Set(entries.flatMap(({ entryKey }, at) => (newness[at] === 'known' ? entryKey : [])))
  const isSuspect = new Set(entries.filter((_, at) => newness[at] === 'suspect'))
  // Suspect entries pay nothing, so they are left out of the sums that the others are compared with.
  const certain = entries.filter((entry) => !isSuspect.has(entry))
  const matches = matchStatement(certain.map(statementEntry), orders, known)
  const matchOf = new Map(certain.map((entry, at) => [entry, matches[at]]))
  return entries.map((entry) => {
    const match = matchOf.get(entry) ?? matchStatement([statementEntry(entry)], orders, known)[0]
    if (!match) throw new Error('every entry has a match, if only none')
    return { entry, outcome: outcomeOf(match, isSuspect.has(entry), idOf) }
  })
}

/** Every order that money on a statement may be for, with what it received by bank. */
export async function matchableOrders({ orders }: Pick<BankDeps, 'orders'>, db: Queryable) {
  const booked = await sumBookingsByOrder(db)
  const known = await orders.matchableOrders(db)
  return known.map((order) => ({ ...order, bankReceivedCents: booked.get(order.id) ?? 0 }))
}

const keptAs = { booked: 'booked', open: 'open', outgoing: 'ignored', known: 'ignored' } as const

function rowOf(entry: BankEntry, outcome: Outcome, importedAt: Date) {
  return { ...entry, outcome: keptAs[outcome.result], why: describeReason(outcome), importedAt }
}

/** Stores an entry and books it to its order; what the order refuses is kept for a person. */
async function bookEntry(
  deps: BankDeps,
  entry: BankEntry,
  outcome: Outcome,
  storing: (store: (trx: Trx) => Promise<boolean>) => Promise<void>,
): Promise<Outcome> {
  const at = new Date(deps.clock())
  const orderId = outcome.matches[0]?.orderId
  try {
    if (orderId === undefined) throw new Error('an entry without an order cannot be booked')
    await storing(async (trx) => {
      // Locks the order first, as everywhere.
      await deps.orders.lockOrder(trx, orderId)
      const id = await insertEntry(trx, rowOf(entry, outcome, at))
      if (id === null) return false
      const { statementId, amountCents } = entry
      const reason = `${outcome.why === 'taken-back' ? 'taken back: ' : ''}statement ${statementId}`
      await book(deps, trx, { orderId, entryId: id, amountCents, actor: 'system', reason, at })
      return true
    })
    return outcome
  } catch (error) {
    const kept: Outcome = { ...outcome, result: 'open', why: 'failed' }
    const why = `${describeReason(kept)}: ${error instanceof Error ? error.message : String(error)}`.slice(
      0,
      500,
    )
    await storing(async (trx) => (await insertEntry(trx, { ...rowOf(entry, kept, at), why })) !== null)
    return kept
  }
}

type Booking = {
  orderId: string
  entryId: number | null
  amountCents: number
  actor: 'provider' | 'system'
  reason: string
  at: Date
}

/** Writes a booking and reports to the order what the bank holds for it now. */
async function book(deps: BankDeps, trx: Trx, booking: Booking): Promise<number> {
  const { orderId, actor, at, reason } = booking
  await insertBooking(trx, booking)
  const receivedCents = await sumBookings(trx, orderId)
  if (receivedCents < 0) throw new BankRefused('takes-too-much', 'more would be taken back than was booked')
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
 * Books money for an order by hand: cash, an entry that could not be matched, or, with a negative amount, a reversal of a booking.
 *
 * @throws BankRefused when there is no such order or open entry, or more would be reversed than was booked
 */
export async function bookPayment(
  deps: BankDeps,
  request: { orderNumber: string; amountCents: number; reason: string; entryId: number | null },
  whenLocked?: WhenLocked,
): Promise<{ order: string; bookedCents: number; bankCents: number }> {
  const { orderNumber, amountCents, reason, entryId } = request
  const orderId = await deps.orders.findIdByNumber(deps.store.db, orderNumber)
  if (orderId === null) throw new BankRefused('no-such-order', `there is no order ${orderNumber}`)
  return deps.store.db.transaction().execute(async (trx) => {
    await deps.orders.lockOrder(trx, orderId)
    await whenLocked?.(trx)
    if (entryId !== null) await settle(trx, entryId, 'booked', reason)
    const at = new Date(deps.clock())
    const bankCents = await book(deps, trx, { orderId, entryId, amountCents, actor: 'provider', reason, at })
    return { order: orderNumber, bookedCents: amountCents, bankCents }
  })
}

/** Marks an open entry as not belonging to an order. @throws BankRefused when it is settled already */
export async function setEntryAside(
  deps: Pick<BankDeps, 'store'>,
  entryId: number,
  reason: string,
  whenLocked: WhenLocked,
): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    await settle(trx, entryId, 'ignored', reason)
    await whenLocked(trx)
  })
}

async function settle(trx: Trx, id: number, outcome: 'booked' | 'ignored', reason: string): Promise<void> {
  if (!(await lockOpenEntry(trx, id))) throw new BankRefused('entry-settled', `there is no open entry ${id}`)
  await settleEntry(trx, id, outcome, reason)
}
