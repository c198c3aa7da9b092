import type { CorrectedBuyer, Correction } from '@shipminer/contract/desk/correction'
import type { DistanceSales, OrderVat } from '@shipminer/contract/desk/vat'
import type { UnpaidOrder } from '@shipminer/contract/desk/work'
import type {
  BuyerInput,
  MethodOffer,
  OrderSummary,
  Order as PresentedOrder,
  RefundOffer,
  Totals,
} from '@shipminer/contract/shop/orders'
import type {
  BuildStep,
  FulfilmentState,
  OrderState,
  PaymentMethod,
  PaymentState,
} from '@shipminer/domain/orders/order'
import type { OrderEventType } from '@shipminer/domain/orders/order-machine'
import type { VatCase } from '@shipminer/domain/orders/vat/vat-case'
import type { MatchableOrder } from '@shipminer/domain/payments/bank/match-statement'
import type { Language } from '@shipminer/i18n/languages'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { SellableProduct } from '../catalogue/catalogue.port.ts'
import type { SlipOrder } from '../invoices/invoices.port.ts'
import type { OrderPage, OrderSearch } from './desk/desk-reading.repository.ts'
import type { ListedRefundRow, RefundProof, RefundRow, RefundSearch } from './orders.repository.ts'
import type { DecidedOrder } from './placing/decided-order.ts'

export { sellerDay } from '../invoices/invoices.port.ts'
export { hasMoneyLeft, isQuoteOver, presentRefund as presentBuyersRefund } from './money/refund-claims.ts'
export { type Opener, openerOf } from './opener.ts'
export { hasUnfinishedOrder, nextNumber, type RefundProof } from './orders.repository.ts'
export { createVatChecker } from './placing/vat-checker.ts'

/** What a payment needs to know of its order. */
export type PayableOrder = {
  id: string
  number: string
  userId: string | null
  state: OrderState
  payment: PaymentState
  method: PaymentMethod
  grossCents: number
  /** Received by other means than the requested payment, euro cents. */
  receivedCents: number
  language: string
}

/** Money of an order as a payment module sees it now: the whole balance of that source, not a difference. */
export type SourceBalance = {
  orderId: string
  /** `intent:<id>`, or `bank` for what statements and the desk booked. */
  source: string
  /** Seen, but may still disappear. */
  pendingCents: number
  /** Final enough to count. */
  receivedCents: number
  actor: 'watcher' | 'provider' | 'system'
  note: string | null
  at: Date
  /** The day on which the account had it, ISO date; without it: now. */
  receivedOn?: string | undefined
}

/**
 * What orders provide to payments and the bank import; wired by `app.ts`. Everything runs in the caller's transaction and locks the order
 * first, so that two concurrent sources are serialised.
 */
export type OrdersPort = {
  /** Null when it does not exist or is not the caller's: the owner by `userId`, or anyone who has the key, which counts as a guess. */
  payableOrder(
    db: Queryable,
    orderId: string,
    access: { userId: string | null; orderKey: string | null; ip: string | null },
  ): Promise<PayableOrder | null>
  /** The order in its present state, locked until the transaction ends. */
  lockOrder(trx: Trx, orderId: string): Promise<PayableOrder | null>
  /**
   * Stores the balance of one source and derives the payment axis from all sources: pending, partially paid, paid, reverted. Confirms the
   * order when it is paid, writes events, mails and webhooks. The same balance twice changes nothing.
   */
  setSourceBalance(trx: Trx, balance: SourceBalance): Promise<void>
  /** Whether the quantity of the order is (still or again) available: for money that arrived after the order had ended. */
  stockReservable(trx: Trx, orderId: string): Promise<boolean>
}

/** A coin for refunds, with the amount of each (whole coins) and of all together. */
export type RefundCoin = Omit<RefundOffer, 'amount'> & { amounts: string[]; total: string }

/** What orders need of coin payments, which are built over the receivables of orders. */
export type OrderPayments = {
  /** Coins that can be paid now for this amount, and, for the others, why not; coins that are not configured are left out. */
  cryptoOffers(grossCents: number): Promise<MethodOffer[]>
  /** True while the order must not end: an intent has unconfirmed money, or a watcher is behind. */
  isMoneyOnItsWay(db: Queryable, orderId: string): Promise<boolean>
  /**
   * Ends the open intent of an order that is cancelled or paid another way; its address stays watched. False: money has arrived, so it
   * cannot be ended.
   */
  cancelOpenIntent(trx: Trx, orderId: string): Promise<boolean>
  /** The coins in which refunds of these sizes (euro cents) can be paid now. */
  refundCoins(amountsCents: readonly number[]): Promise<RefundCoin[]>
  /** An address in its one spelling; null when it is not one of the network that this server pays on. */
  parseRefundAddress(network: string, text: string): Promise<string | null>
  /** The newest intent of each order. */
  intentIds(db: Queryable, orderIds: readonly string[]): Promise<Map<string, string>>
}

/** The job that is held while a bank statement is imported: until it is done it is unknown who has paid. */
export const statementImportJob = 'statement-import'

/** What orders provide to the bank import; wired by `app.ts`. */
export type BankOrdersPort = {
  /** Every order that money on a statement may be for, including those that are over or paid: money for them is refunded. */
  matchableOrders(db: Queryable): Promise<(Omit<MatchableOrder, 'bankReceivedCents'> & { id: string })[]>
  /** Null when there is no such order. The number may be in any case and spelling. */
  findIdByNumber(db: Queryable, number: string): Promise<string | null>
}

/** What the provider does with an order by hand. */
export type Advance = {
  event: 'agree' | 'reinstate' | 'schedule' | 'install' | 'complete' | 'cancel' | 'request-refund' | 'refund'
  /** ISO date: for `schedule` the day of the installation, for `install` the one on which it was fitted (null: now). */
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

/** The state of the order does not permit the requested action; the message says why. */
export class OrderRefused extends Error {
  override readonly name = 'OrderRefused'
}

/** Runs in the transaction of a change, once the order is locked and before it is changed; if it throws, everything is rolled back. */
export type WhenLocked = (trx: Trx) => Promise<void>

/** An order at the provider's own price, as it is asked for. */
export type AgreedOrder = {
  productId: string
  /** As it was named to the buyer. */
  productName: string
  quantity: number
  unitGrossCents: number
  method: PaymentMethod
  language: Language
  buyer: BuyerInput
  acceptedTerms: boolean
}

/** What orders provide to offers. */
export type AgreedOrders = {
  /** Null when it is not sold. */
  findProduct(id: string): Promise<SellableProduct | null>
  /**
   * What a buyer may order of it without us now.
   *
   * @throws AppError `orders-disabled`, `product-not-found`, `product-not-orderable`, `quote-required`, `out-of-stock`
   */
  requireOrderable(id: string, quantity: number): Promise<SellableProduct>
  /** What a price with VAT comes to. */
  totals(price: { unitGrossCents: number; quantity: number }): Totals
  /** How such an amount can be paid now. */
  methods(productId: string, grossCents: number): Promise<MethodOffer[]>
  /**
   * Decides everything about it; nothing is stored.
   *
   * @throws AppError `product-not-found`, `terms-not-accepted`, `payment-method-unavailable`, or what is wrong with the buyer
   */
  decide(agreed: AgreedOrder): Promise<DecidedOrder>
  /** Stores it with all that comes with it. @throws AppError `out-of-stock`; where it is limited `open-order-exists`, `too-many-open-orders` */
  place(
    trx: Trx,
    decided: DecidedOrder,
    by: {
      actor: 'buyer' | 'provider'
      userId: string | null
      /** Keyed hash of the buyer's client; null: the provider places it. */
      placedFrom: Uint8Array | null
      /** Whether the buyer may have only so many unpaid orders: nobody of ours agreed to this one. */
      isLimited: boolean
      /** Kept with the event. */
      data: Record<string, unknown>
    },
  ): Promise<{ order: PresentedOrder; orderKey: string }>
}

/** The treatment that a person chose for an order's VAT. */
export type ChosenVat = {
  vatCase: VatCase
  country: string | null
  evidence: string | null
  reason: string
  operator: string
}

/** What an operator corrects, having seen the order as it was at a version. */
export type CorrectionOrder = {
  buyer: CorrectedBuyer
  version: number
  /** Null: nothing is to be changed, only what would be is asked for. */
  decided: { expectedGrossCents: number; reason: string; operator: string } | null
}

/** An order that nobody else changes meanwhile, for what happens to its boxes. */
export type LockedOrder = {
  trx: Trx
  id: string
  number: string
  state: OrderState
  /** Its money is gone again: nothing goes out. */
  isOnHold: boolean
  placedAt: Date
  lines: { position: number; productId: string; quantity: number }[]
  /** Kinds of its events. */
  happened: ReadonlySet<string>
  /** Tells its buyer how far the boxes are. */
  tell(kind: BuildStep | 'installed-part', data?: Record<string, unknown>): Promise<void>
  /** All of its boxes are on board, the last since that day (ISO date). @throws OrderRefused */
  install(on: string, note: string | null): Promise<void>
}

/** What orders provide to the provider's commands and desk; wired by `app.ts`. */
export type DeskOrdersPort = {
  /** @throws OrderRefused when there is no such order or its state does not permit it */
  advance(orderNumber: string, advance: Advance, whenLocked?: WhenLocked): Promise<AdvancedOrder>
  /** Notes that the boxes of an order are built or shipped. @throws OrderRefused when there is no such order */
  noteBuilding(orderNumber: string, step: BuildStep, whenLocked: WhenLocked): Promise<void>
  /** Does something in one transaction with an order that is locked. Null: there is no such order. */
  withLocked<Result>(
    orderNumber: string,
    work: (order: LockedOrder) => Promise<Result>,
  ): Promise<Result | null>
  /** Mails a document of an order, or its packing slip, to its buyer; gives the address. Null: there is no such order. */
  sendDocument(
    orderId: string,
    document: { kind: 'document'; invoice: string } | { kind: 'slip' },
    whenLocked: WhenLocked,
  ): Promise<string | null>
  /**
   * Gives an order another treatment of its VAT, with all that follows.
   *
   * @throws AppError `order-not-found`, `order-state-conflict`, `vat-case-unfit`, `vat-number-unconfirmed`, `required-fields-missing`
   */
  chooseVat(orderId: string, choice: ChosenVat, whenLocked: WhenLocked): Promise<void>
  /**
   * Gives an order other details of its buyer, with all that follows; or tells what would follow.
   *
   * @throws AppError every code of the contract's `deskOrderCorrection`
   */
  correct(orderId: string, order: CorrectionOrder, whenLocked: WhenLocked): Promise<Correction>
  /** Refunds not paid yet, oldest first. */
  openRefunds(limit: number): Promise<OpenRefund[]>
  /** Records that one was paid. @throws OrderRefused when there is no such open refund */
  payRefund(
    refundId: string,
    proof: RefundProof,
    whenLocked?: WhenLocked,
  ): Promise<{ order: string; paidCents: number }>
  /**
   * Records that one was paid all the same, after it had been dropped: the provider is notified that more was paid back than was owed.
   *
   * @throws OrderRefused when there is no such dropped refund
   */
  payDroppedRefund(refundId: string, proof: RefundProof): Promise<void>
}

export type OpenRefund = {
  id: string
  number: string
  email: string
  amountCents: number
  reason: string
  requestedAt: Date
}

/** An order in a list of the desk, with its buyer. */
type ListedOrder = OrderSummary & {
  buyerName: string
  company: string | null
  country: string
  installationOn: string | null
}

export type WholeOrder = {
  order: PresentedOrder
  /** What the provider may do with it now. */
  possible: OrderEventType[]
  refunds: RefundRow[]
  vat: OrderVat
  /** Which event of it is the newest. */
  version: number
  /** Whether its buyer's details may be corrected. */
  canCorrect: boolean
}

/** `waits`: for the day of an installation, for one that is planned for a day at the latest, or for money as `unpaid` lists them. */
export type DeskOrderSearch = Omit<OrderSearch, 'waits'> & {
  waits: { for: 'planning' } | { for: 'installation'; until: string } | { for: 'payment' } | null
}
type DeskOrderFilter = Omit<DeskOrderSearch, 'before' | 'limit'>

type NamedOrder = { id: string; number: string; buyerName: string }

/** What the provider's desk reads of orders; wired by `app.ts`. */
export type DeskReading = {
  /** Newest first, including all that were placed at the same time as the last one. */
  search(search: DeskOrderSearch): Promise<ListedOrder[]>
  /** A page of a chosen order, with how many fit the filters, and how many of all are in each state. */
  page(
    filter: DeskOrderFilter,
    page: OrderPage,
  ): Promise<{ orders: ListedOrder[]; total: number; byState: Partial<Record<OrderState, number>> }>
  /** Newest first; ids that are none are left out. */
  byIds(ids: readonly string[]): Promise<ListedOrder[]>
  /** How many fit the filters, and how many of all are in each state. */
  count(filter: DeskOrderFilter): Promise<{ total: number; byState: Partial<Record<OrderState, number>> }>
  /** Null when there is none. Exact when called in a transaction that has locked the order. */
  read(db: Queryable, id: string): Promise<WholeOrder | null>
  /** What its packing slip states now. Null when there is none. */
  slip(db: Queryable, id: string): Promise<SlipOrder | null>
  numbersOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>>
  /** Confirmed orders without a day for their installation: how many, their worth, when the oldest was placed, and the oldest of them. */
  toPlan(
    limit: number,
  ): Promise<{ count: number; grossCents: number; since: Date | null; first: NamedOrder[] }>
  /** Planned for that day (ISO date) at the latest, and not installed yet; earliest first. */
  installations(
    until: string,
    limit: number,
  ): Promise<(NamedOrder & { on: string; lines: { quantity: number; name: string }[] })[]>
  /** How many are planned for that day (ISO date) at the latest, however many are listed. */
  countInstallations(until: string): Promise<number>
  /** How many refunds are to be paid, and what they come to. */
  openRefunds(): Promise<{ count: number; cents: number }>
  /** What a person has to speak about with its buyer for want of money. */
  unpaid(limit: number): Promise<UnpaidOrder[]>
  /** How many of those there are, however many are listed. */
  countUnpaid(): Promise<number>
  /** What buyers of orders that are not over still have to pay. */
  receivableCents(): Promise<number>
  /** Sales at a distance to consumers elsewhere in the Union, and their threshold. */
  distanceSales(): Promise<DistanceSales>
  /** Open ones oldest first; paid ones newest first, including all that were settled at the same time as the last one. */
  refunds(search: RefundSearch): Promise<(ListedRefundRow & { buyerName: string })[]>
  /** How many are to be paid that no run pays, how many with those in runs, and how many were paid. */
  countRefunds(): Promise<{ open: number; unpaid: number; paid: number }>
}
