import type { ImportedEntry } from '@shipminer/contract/desk-bank'
import { matchStatement } from '@shipminer/domain/payments/match-statement'
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
import { whyWords } from './entry-words.ts'
import { movementOf, outcomeOf, statementEntry } from './statement-entries.policy.ts'

export type BankDeps = {
  store: Store
  clock: () => number
  orders: OrdersPort & BankOrdersPort
  /** The account that buyers transfer to; statements of others are refused. Null while it is not set. */
  iban: string | null
}

type Refusal = 'unreadable' | 'other-account' | 'no-such-order' | 'entry-settled' | 'takes-too-much'

/** What was asked of the bank is not possible: `reason` for a program, the message says why. */
export class BankRefused extends Error {
  override readonly name = 'BankRefused'
  readonly reason: Refusal

  constructor(reason: Refusal, message: string) {
    super(message)
    this.reason = reason
  }
}

export type StatementResult = { statementIds: string[]; entries: ImportedEntry[]; notBooked: number }

/**
 * Imports a CAMT.053 statement: what names an order by its reference is booked, each entry in a transaction of its own; the rest waits for a
 * person. An entry that was imported before changes nothing, so a statement may be imported twice, or again after a crash. While it runs, no
 * order expires. `whenFirst` runs in the transaction that keeps the first new entry; never, when there is none.
 *
 * @throws BankRefused when the file is no statement of the account
 */
export async function importStatement(
  deps: BankDeps,
  { xml, dryRun }: { xml: string; dryRun: boolean },
  whenFirst?: (trx: Trx, result: StatementResult) => Promise<void>,
): Promise<StatementResult> {
  const reading = readCamt053(xml)
  if (!reading.ok) throw new BankRefused('unreadable', reading.reason)
  const foreign = reading.entries.find(({ accountIban }) => deps.iban !== null && accountIban !== deps.iban)
  if (foreign)
    throw new BankRefused(
      'other-account',
      `the statement is of ${foreign.accountIban}, and COMPANY_IBAN is ${deps.iban}`,
    )
  return deps.store.withAdvisoryLock(statementImportLock, async () => {
    const { db } = deps.store
    const orders = await deps.orders.matchableOrders(db)
    const idOf = new Map(orders.map(({ number, id }) => [number, id]))
    const seen = await findSeenKeys(
      db,
      reading.entries.map(({ entryKey }) => entryKey),
    )
    const matches = matchStatement(reading.entries.map(statementEntry), orders, seen)
    const outcomes = reading.entries.flatMap((entry, index) => {
      const match = matches[index]
      return match ? [{ entry, outcome: outcomeOf(match, entry.isReversal, idOf) }] : []
    })
    const result: StatementResult = {
      statementIds: reading.statementIds,
      entries: outcomes.map(({ entry, outcome }) => ({ ...movementOf(entry), ...outcome })),
      notBooked: reading.notBooked,
    }
    if (dryRun) return result
    let isFirst = true
    for (const { entry, outcome } of outcomes) {
      if (outcome.result === 'known') continue
      await db.transaction().execute(async (trx) => {
        await keepEntry(deps, trx, entry, outcome)
        if (isFirst) await whenFirst?.(trx, result)
      })
      isFirst = false
    }
    return result
  })
}

const keptAs = { booked: 'booked', open: 'open', outgoing: 'ignored', known: 'ignored' } as const

async function keepEntry(
  deps: BankDeps,
  trx: Trx,
  { isReversal: _, ...entry }: BankEntry,
  outcome: Pick<ImportedEntry, 'result' | 'why' | 'matches'>,
): Promise<void> {
  const at = new Date(deps.clock())
  const orderId = outcome.result === 'booked' ? (outcome.matches[0]?.orderId ?? null) : null
  // The order first, as everywhere.
  if (orderId !== null) await deps.orders.lockOrder(trx, orderId)
  const kept = { ...entry, outcome: keptAs[outcome.result], why: whyWords(outcome), importedAt: at }
  const id = await insertEntry(trx, kept)
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
 * Books money for an order by hand: cash, an entry that nobody could match, or with a negative amount a booking taken back.
 *
 * @throws BankRefused when there is no such order or open entry, or more is taken back than was booked
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

/** Notes that an open entry is not for an order. @throws BankRefused when it is settled already */
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
