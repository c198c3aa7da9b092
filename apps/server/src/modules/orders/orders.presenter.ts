import type { OrderSummary, Order as PresentedOrder } from '@shipminer/contract/shop/orders'
import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { listOrderEvents } from '@shipminer/domain/orders/order-machine'
import { isFittedCase } from '@shipminer/domain/orders/vat/vat-case'
import { withdrawal } from '@shipminer/domain/orders/withdrawal'
import { epcPayload } from '@shipminer/domain/payments/bank/epc'
import { formatIban } from '@shipminer/domain/payments/bank/iban'
import { formatRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import type { BoxRow } from '../boxes/boxes.port.ts'
import { type IssuedDocument, sellerTimeZone } from '../invoices/invoices.port.ts'
import type { BankAccount } from './bank-account.ts'
import { presentRefund } from './money/refund-claims.ts'
import {
  axesOf,
  buyerOf,
  languageOf,
  lineOf,
  promisedLeadWeeks,
  remainingCents,
  totalsOf,
} from './order-row.ts'
import type { OrderEventRow, OrderLineRow, OrderRow, RefundRow } from './orders.repository.ts'

/** Read together with the order itself. */
export type OrderContext = {
  lines: readonly OrderLineRow[]
  events: readonly OrderEventRow[]
  refunds: readonly RefundRow[]
  boxes: readonly BoxRow[]
  paymentIntentId: string | null
  documents: readonly IssuedDocument[]
  /** Null: nobody is to transfer anything now. */
  bank: BankAccount | null
  now: number
  /** Who reads it: the provider is shown why each step was taken. */
  reader: 'buyer' | 'provider'
}

/** Bookkeeping, which buyers see as amounts and not as events. */
const hiddenKinds: ReadonlySet<string> = new Set(['money', 'money-unexpected'])

/** The notes of these events are document numbers; other notes are the buyer's own words, or for the provider alone. */
const documentKinds: ReadonlySet<string> = new Set(['invoice', 'prepayment', 'credit-note'])

export function presentOrder(row: OrderRow, context: OrderContext): PresentedOrder {
  const { lines, events, paymentIntentId, documents, now, reader } = context
  const possible = listOrderEvents(axesOf(row), 'buyer')
  const right = withdrawalOf(row, now)
  return {
    id: row.id,
    number: row.number,
    placedAt: row.placedAt.toISOString(),
    state: row.state,
    payment: row.payment,
    fulfilment: row.fulfilment,
    method: row.method,
    language: languageOf(row),
    lines: lines.map(lineOf),
    totals: totalsOf(row),
    receivedCents: row.receivedCents,
    remainingCents: remainingCents(row),
    buyer: buyerOf(row),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    installationOn: row.installationOn,
    isFitted: isFittedCase(row.vatCase),
    installedAt: row.installedAt?.toISOString() ?? null,
    deliveryWeek: promisedWeek(row, events, now),
    boxes: context.boxes.map(({ serial, state, installedOn, warrantyUntil }) => ({
      serial,
      state,
      installedOn,
      warrantyUntil,
    })),
    bank: bankDetails(row, context.bank),
    paymentIntentId,
    invoiceNumber: documents.at(-1)?.number ?? null,
    documents: documents.map(({ number, kind }) => ({ number, kind })),
    can: {
      cancel: possible.includes('cancel'),
      changeMethod: possible.includes('choose-method'),
      withdraw: right.allowed && possible.includes('withdraw'),
    },
    withdrawal: row.consumer
      ? { until: right.until, requestedAt: row.withdrawalRequestedAt?.toISOString() ?? null }
      : null,
    refunds: context.refunds.map(presentRefund),
    events: events
      .filter(({ kind }) => !hiddenKinds.has(kind))
      .map(({ at, kind, actor, note }) => ({
        at: at.toISOString(),
        kind,
        actor,
        note: reader === 'provider' || actor === 'buyer' || documentKinds.has(kind) ? note : null,
      })),
  }
}

export function presentSummary(
  row: OrderRow,
  { lines, paymentIntentId }: Pick<OrderContext, 'lines' | 'paymentIntentId'>,
): OrderSummary {
  return {
    id: row.id,
    number: row.number,
    placedAt: row.placedAt.toISOString(),
    state: row.state,
    payment: row.payment,
    fulfilment: row.fulfilment,
    method: row.method,
    lines: lines.map(lineOf),
    totals: totalsOf(row),
    remainingCents: remainingCents(row),
    paymentIntentId,
  }
}

/**
 * The week of the delivery, counted from the confirmation by what was promised with the order. Null while it is not confirmed, once a day is
 * set, and when the week has gone by: then it is unknown until the provider says so.
 */
function promisedWeek(
  row: OrderRow,
  events: readonly OrderEventRow[],
  now: number,
): { week: number; year: number } | null {
  if (row.state !== 'confirmed') return null
  const leadWeeks = promisedLeadWeeks(events)
  const confirmed = events.findLast(({ data }) => {
    const { from, to } = Object(data)
    return Object(to).state === 'confirmed' && Object(from).state !== 'confirmed'
  })
  if (leadWeeks === null || confirmed === undefined) return null
  const promised = deliveryWeek(confirmed.at.getTime(), leadWeeks)
  const present = deliveryWeek(now, 0)
  const isPast = promised.year * 100 + promised.week < present.year * 100 + present.week
  return isPast ? null : promised
}

/** Whether the consumer may withdraw now, and until when, if known. */
export function withdrawalOf(row: OrderRow, now: number): { allowed: boolean; until: string | null } {
  const answer = withdrawal({
    state: row.state,
    isBusiness: !row.consumer,
    isCustomMade: false,
    deliveredAtMs: row.installedAt?.getTime() ?? null,
    nowMs: now,
    timeZone: sellerTimeZone,
  })
  if (!answer.allowed) return { allowed: false, until: null }
  return { allowed: true, until: answer.untilMs === null ? null : new Date(answer.untilMs).toISOString() }
}

/** Bank details for the remaining amount; null when nothing is to be transferred. */
function bankDetails(row: OrderRow, bank: BankAccount | null): PresentedOrder['bank'] {
  const left = remainingCents(row)
  if (bank === null || row.method !== 'bank_transfer' || row.payment === 'paid' || left <= 0) return null
  if (row.state === 'cancelled' || row.state === 'expired') return null
  const epc = epcPayload({
    name: bank.accountName,
    iban: bank.iban,
    bic: bank.bic,
    amountCents: left,
    rfReference: row.bankReference,
  })
  if (epc === null) return null
  return {
    accountName: bank.accountName,
    iban: formatIban(bank.iban),
    bic: bank.bic,
    reference: formatRfReference(row.bankReference),
    epc,
    dueAt: (row.expiresAt ?? row.placedAt).toISOString(),
    example: bank.example,
  }
}
