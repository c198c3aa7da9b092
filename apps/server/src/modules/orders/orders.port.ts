import type { MethodOffer, OrderSummary, Order as PresentedOrder } from '@shipminer/contract/orders'
import type { FulfilmentState, OrderState, PaymentMethod, PaymentState } from '@shipminer/domain/orders/order'
import type { OrderEventType } from '@shipminer/domain/orders/order-machine'
import type { MatchableOrder } from '@shipminer/domain/payments/match-statement'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { OrderSearch } from './desk/desk-reading.repository.ts'
import type { ListedRefundRow, RefundProof, RefundRow, RefundSearch } from './orders.repository.ts'

export { sellerDay } from '../invoices/invoices.port.ts'
export type { RefundProof } from './orders.repository.ts'

/** What a payment needs to know of its order. */
export type PayableOrder = {
  id: string
  number: string
  userId: string | null
  state: OrderState
  payment: PaymentState
  method: PaymentMethod
  grossCents: number
  /** Received on other ways than the asked-for payment, euro cents. */
  receivedCents: number
  language: string
}

/** Money of an order as a payment module sees it now: the whole truth of that source, not a difference. */
export type SourceBalance = {
  orderId: string
  /** `intent:<id>`, or `bank` for what statements and the desk booked. */
  source: string
  /** Seen, but may still go away. */
  pendingCents: number
  /** Final enough to count. */
  receivedCents: number
  actor: 'watcher' | 'provider' | 'system'
  note: string | null
  at: Date
}

/**
 * What orders give payments and the bank import; given to them by `app.ts`. Everything runs in the caller's transaction and locks the
 * order first, so that two sources at once are one after the other.
 */
export type OrdersPort = {
  /** Null when it does not exist or is not the caller's: owner by `userId`, or whoever has the key. */
  payableOrder(
    db: Queryable,
    orderId: string,
    access: { userId: string | null; orderKey: string | null },
  ): Promise<PayableOrder | null>
  /** The order as it stands, locked until the transaction ends. */
  lockOrder(trx: Trx, orderId: string): Promise<PayableOrder | null>
  /**
   * Sets what one source holds and derives the payment axis from all sources: pending, partially paid, paid, reverted. Confirms the
   * order when it is paid, writes events, mails and webhooks. The same balance twice changes nothing.
   */
  setSourceBalance(trx: Trx, balance: SourceBalance): Promise<void>
  /** Whether as many as the order has can (still or again) be had: for money that came after the order had ended. */
  stockReservable(trx: Trx, orderId: string): Promise<boolean>
}

/** What orders need of coin payments, which are built over the receivables of orders. */
export type OrderPayments = {
  /** Coins that can be paid now for this amount, and why one cannot; coins that are not configured are left out. */
  cryptoOffers(grossCents: number): Promise<MethodOffer[]>
  /** True while the order must not end: an intent has unconfirmed money, or a watcher is behind. */
  isMoneyOnItsWay(db: Queryable, orderId: string): Promise<boolean>
  /** Ends the open intent of an order that is cancelled or paid another way; its address stays watched. False: money has come, it cannot. */
  cancelOpenIntent(trx: Trx, orderId: string): Promise<boolean>
  /** The newest intent of each order. */
  intentIds(db: Queryable, orderIds: readonly string[]): Promise<Map<string, string>>
}

/** Held while a bank statement is imported: until it is done nobody knows who has paid. */
export const statementImportLock = 'statement-import'

/** What orders give the bank import; given to it by `app.ts`. */
export type BankOrdersPort = {
  /** Every order that money on a statement may be for, also those that are over or paid: what comes for them goes back. */
  matchableOrders(db: Queryable): Promise<(Omit<MatchableOrder, 'bankReceivedCents'> & { id: string })[]>
  /** Null when there is no such order. Any case and spelling of the number. */
  findIdByNumber(db: Queryable, number: string): Promise<string | null>
}

/** What the provider does with an order by hand. */
export type Advance = {
  event: 'schedule' | 'install' | 'complete' | 'cancel' | 'request-refund' | 'refund'
  /** Day of the installation, for `schedule`; ISO date. */
  on: string | null
  note: string | null
}
export type AdvancedOrder = {
  number: string
  state: OrderState
  payment: PaymentState
  fulfilment: FulfilmentState
  installationOn: string | null
}

/** It is not the time for what was asked of an order; the message says why. */
export class OrderRefused extends Error {
  override readonly name = 'OrderRefused'
}

/** Runs in the transaction of a change, once the order is locked and before it is changed; what it throws undoes everything. */
export type WhenLocked = (trx: Trx) => Promise<void>

/** What orders give the provider's commands and desk; given to them by `app.ts`. */
export type DeskOrdersPort = {
  /** @throws OrderRefused when there is no such order or it is not the time for it */
  advance(orderNumber: string, advance: Advance, whenLocked?: WhenLocked): Promise<AdvancedOrder>
  /** Refunds that nobody has made yet, oldest first. */
  openRefunds(limit: number): Promise<OpenRefund[]>
  /** Notes that one was made. @throws OrderRefused when there is no such refund to be made */
  payRefund(
    refundId: string,
    proof: RefundProof,
    whenLocked?: WhenLocked,
  ): Promise<{ order: string; paidCents: number }>
}

export type OpenRefund = {
  id: string
  number: string
  email: string
  amountCents: number
  reason: string
  requestedAt: Date
}

/** An order in a list of the desk, with who bought. */
type ListedOrder = OrderSummary & { buyerName: string; company: string | null; country: string }

export type WholeOrder = {
  order: PresentedOrder
  /** What the provider may do with it now. */
  possible: OrderEventType[]
  refunds: RefundRow[]
}

/** What the provider's desk reads of orders; given to it by `app.ts`. */
export type DeskReading = {
  /** Newest first, all that were placed at the same moment as the last one included. */
  search(search: OrderSearch): Promise<ListedOrder[]>
  /** Null when there is none. In a transaction that has locked the order, it is as it stands. */
  read(db: Queryable, id: string): Promise<WholeOrder | null>
  numbersOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>>
  /** Open ones oldest first; paid ones newest first, all that were settled at the same moment as the last one included. */
  refunds(search: RefundSearch): Promise<(ListedRefundRow & { buyerName: string })[]>
}
