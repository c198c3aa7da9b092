import type { Queryable, Store, Trx } from '../../platform/db/store.ts'
import type { BankOrdersPort, OrdersPort, WhenLocked } from '../orders/orders.port.ts'
import {
  insertBooking,
  lockOpenEntry,
  settleEntry,
  sumBookings,
  sumBookingsByOrder,
} from './bank.repository.ts'

export type BankDeps = {
  store: Store
  clock: () => number
  orders: OrdersPort & BankOrdersPort
  /** The account that buyers transfer to; statements of others are refused. Null while it is not set. */
  iban: string | null
}

type Refusal =
  | 'unreadable'
  | 'other-account'
  | 'no-such-order'
  | 'entry-settled'
  | 'takes-too-much'
  | 'no-such-import'

/** The requested bank operation is not possible: `reason` is for programs, the message for people. */
export class BankRefused extends Error {
  override readonly name = 'BankRefused'
  readonly reason: Refusal

  constructor(reason: Refusal, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Every order that money on a statement may be for, with what it received by bank. */
export async function matchableOrders({ orders }: Pick<BankDeps, 'orders'>, db: Queryable) {
  const booked = await sumBookingsByOrder(db)
  const known = await orders.matchableOrders(db)
  return known.map((order) => ({ ...order, bankReceivedCents: booked.get(order.id) ?? 0 }))
}

type Booking = {
  orderId: string
  entryId: number | null
  amountCents: number
  actor: 'provider' | 'system'
  reason: string
  at: Date
  /** The day of the entry, when the import books it at once. */
  receivedOn?: string
}

/** Writes a booking and reports to the order what the bank holds for it now. */
export async function book(deps: BankDeps, trx: Trx, { receivedOn, ...booking }: Booking): Promise<number> {
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
    receivedOn,
  })
  return receivedCents
}

/**
 * Books money for an order by hand: a card at delivery, an entry that could not be matched, or, with a negative amount, a reversal of a booking.
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
