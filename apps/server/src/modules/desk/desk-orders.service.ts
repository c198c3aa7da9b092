import type { deskEndpoints } from '@shipminer/contract/desk'
import type { AuditSubject } from '@shipminer/contract/desk/audit'
import type { Correction, deskCorrectionEndpoints } from '@shipminer/contract/desk/correction'
import type { deskVatEndpoints } from '@shipminer/contract/desk/vat'
import { isPrepaid } from '@shipminer/domain/orders/order'
import { parseRefundProof } from '@shipminer/domain/orders/refund-proof'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { bookPayment } from '../bank/bank.port.ts'
import {
  confirmProposal,
  noteAction,
  noteReading,
  proposalNote,
  propose,
  readAuditOf,
  type Wanted,
} from '../operators/operators.port.ts'
import {
  hasMoneyLeft,
  OrderRefused,
  type RefundProof,
  sellerDay,
  type WholeOrder,
} from '../orders/orders.port.ts'
import { comingUntil } from './coming-until.policy.ts'
import type { DeskDeps } from './desk.deps.ts'
import { isBuildStep, orderActions } from './desk-orders.policy.ts'
import { presentRefund } from './desk-refunds.service.ts'
import { cursorOf, nextOf } from './paging.ts'

const usualPage = 50

type Query = z.output<typeof deskEndpoints.deskOrders.query & object>
type VatAct = z.output<typeof deskVatEndpoints.deskOrderVat.body & object>
type CorrectionPreview = z.output<typeof deskCorrectionEndpoints.deskOrderCorrectionPreview.body & object>
type CorrectionAct = z.output<typeof deskCorrectionEndpoints.deskOrderCorrection.body & object>
type Act = z.output<typeof deskEndpoints.deskOrderAct.body & object>

export async function listOrders(
  deps: DeskDeps,
  query: Query,
): Promise<z.input<typeof deskEndpoints.deskOrders.data>> {
  const { before, sort, direction, page, perPage = usualPage } = query
  const filter = orderFilter(deps, query)
  if (page !== undefined || sort !== undefined) {
    const found = await deps.reading.page(filter, {
      sort: sort ?? 'placedAt',
      isAscending: direction === 'ascending',
      limit: perPage,
      offset: ((page ?? 1) - 1) * perPage,
    })
    return { ...found, next: null, perPage }
  }
  const orders = await deps.reading.search({ ...filter, before: cursorOf(before), limit: perPage })
  const last = orders.at(-1)
  return {
    orders,
    next: nextOf(last && Date.parse(last.placedAt), orders.length, perPage),
    perPage,
    ...(await deps.reading.count(filter)),
  }
}

/** Filters of a query, or of what is to be taken out as a file. */
export const orderFilter = (
  { clock }: Pick<DeskDeps, 'clock'>,
  {
    search,
    state,
    payment,
    fulfilment,
    waits,
  }: Pick<Query, 'search' | 'state' | 'payment' | 'fulfilment' | 'waits'>,
) => ({
  text: search || null,
  states: state === undefined ? null : [state],
  payment: payment ?? null,
  fulfilment: fulfilment ?? null,
  waits:
    waits === undefined
      ? null
      : waits === 'installation'
        ? { for: waits, until: comingUntil(clock()) }
        : { for: waits },
})

/** All of one order; that it was read is recorded. @throws AppError `order-not-found` */
export async function readDeskOrder(deps: DeskDeps, operator: Operator, id: string) {
  const whole = await deps.reading.read(deps.store.db, id)
  if (!whole) throw new AppError('order-not-found')
  await noteReading(deps, deps.store.db, operator, { action: 'order.read', subject: subjectOf(whole) })
  return {
    order: whole.order,
    actions: actionsOf(whole),
    refunds: whole.refunds.map(presentRefund),
    documents: (await deps.invoices.list(deps.store.db, id)).map(({ number, kind, issuedAt }) => ({
      number,
      kind,
      issuedAt: issuedAt.getTime(),
    })),
    vat: whole.vat,
    version: whole.version,
    canCorrect: whole.canCorrect,
    audit: await readAuditOf(deps, subjectOf(whole)),
  }
}

/**
 * Moves an order on. Whether it may is checked again once the order is locked, so of two concurrent operators one is refused; the audit log
 * is written in the same transaction.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `out-of-stock`, `refund-proof-invalid`, `invalid-request`
 */
export async function actOnOrder(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<{ waits: boolean }> {
  const { action, reason, on, amountCents } = act
  const whole = await deps.reading.read(deps.store.db, id)
  if (!whole) throw new AppError('order-not-found')
  requireFields(act)
  if (action === 'install' && on !== undefined) requireFitted(deps, on, whole)
  const proof = proofOf(deps, operator, act)
  const { number } = whole.order
  const wanted = proof && proposalOf(deps, whole, proof, act)
  if (wanted && (await propose(deps, operator, wanted))) return { waits: true }
  const whenLocked = async (trx: Trx) => {
    const now = await deps.reading.read(trx, id)
    if (!now || !actionsOf(now).includes(action)) throw new AppError('order-state-conflict')
    const first = wanted && (await confirmProposal(deps, trx, operator, wanted))
    const words = [
      reason,
      on,
      amountCents !== undefined && `${(amountCents / 100).toFixed(2)} EUR`,
      act.refundId && `refund ${act.refundId}`,
      proof && `${proof.way} ${proof.reference}`,
      first && proposalNote(first),
    ]
    await noteAction(deps, trx, operator, {
      action: `order.${action}`,
      subject: subjectOf(now),
      reason: words.filter(Boolean).join(' · '),
    })
  }
  try {
    await perform()
  } catch (error) {
    if (error instanceof OrderRefused) throw new AppError('order-state-conflict', {}, { cause: error })
    throw error
  }
  return { waits: false }

  async function perform(): Promise<unknown> {
    const { orders } = deps
    switch (action) {
      case 'book-bank': {
        const booking = { orderNumber: number, amountCents: amountCents ?? 0, reason, entryId: null }
        return bookPayment({ ...deps, orders }, booking, whenLocked)
      }
      case 'refund-paid': {
        if (proof === null || !whole) throw invalid('proof')
        return orders.payRefund(refundToPay(whole, act).id, proof, whenLocked)
      }
      default:
        if (isBuildStep(action)) return orders.noteBuilding(number, action, whenLocked)
        return orders.advance(number, { event: action, on: on ?? null, note: reason }, whenLocked)
    }
  }
}

/**
 * Gives an order the treatment of its VAT that an operator chose; the audit log is written in the same transaction.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `vat-case-unfit`, `vat-number-unconfirmed`, `required-fields-missing`
 */
export async function chooseOrderVat(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { vatCase, country, evidence, reason }: VatAct,
): Promise<Record<string, never>> {
  const whole = await deps.reading.read(deps.store.db, id)
  if (!whole) throw new AppError('order-not-found')
  const choice = { vatCase, country, evidence: evidence ?? null, reason, operator: operator.name }
  await deps.orders.chooseVat(whole.order.id, choice, async (trx) => {
    const words = [[vatCase, country].filter(Boolean).join(' '), reason, evidence]
    await noteAction(deps, trx, operator, {
      action: 'order.vat',
      subject: subjectOf(whole),
      reason: words.filter(Boolean).join(' · '),
    })
  })
  return {}
}

/** What other details of its buyer would change about an order. @throws AppError every code of the contract's `deskOrderCorrectionPreview` */
export async function previewCorrection(
  deps: DeskDeps,
  id: string,
  { buyer, version }: CorrectionPreview,
): Promise<{ correction: Correction }> {
  return { correction: await deps.orders.correct(id, { buyer, version, decided: null }, async () => {}) }
}

/**
 * Corrects the buyer of an order. The audit log names what was changed and not to what: it outlives the account.
 *
 * @throws AppError every code of the contract's `deskOrderCorrection`
 */
export async function correctBuyer(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { buyer, version, expectedGrossCents, reason }: CorrectionAct,
): Promise<{ correction: Correction }> {
  const whole = await deps.reading.read(deps.store.db, id)
  if (!whole) throw new AppError('order-not-found')
  const decided = { expectedGrossCents, reason, operator: operator.name }
  const correction = await deps.orders.correct(id, { buyer, version, decided }, (trx) =>
    noteAction(deps, trx, operator, { action: 'order.details', subject: subjectOf(whole), reason }),
  )
  return { correction }
}

/** When there is only one refund to pay, it needs no id. */
function refundToPay({ refunds }: WholeOrder, { refundId }: Pick<Act, 'refundId'>) {
  const open = refunds.filter(({ status }) => status === 'requested')
  const found = refundId === undefined ? open : refunds.filter(({ id }) => id === refundId)
  const [refund] = found
  if (refundId === undefined && found.length !== 1) throw invalid('refundId')
  if (!refund) throw new AppError('order-state-conflict')
  return refund
}

/** What a second operator has to confirm of a refund that was paid; null: one is enough for its amount. */
function proposalOf(
  { refundFourEyesFromCents }: Pick<DeskDeps, 'refundFourEyesFromCents'>,
  whole: WholeOrder,
  { way, reference, on }: RefundProof,
  act: Act,
): Wanted | null {
  const refund = refundToPay(whole, act)
  if (refundFourEyesFromCents === null || refund.amountCents < refundFourEyesFromCents) return null
  if (refund.status !== 'requested') throw new AppError('order-state-conflict')
  const { id, amountCents } = refund
  const order = { orderId: whole.order.id, orderNumber: whole.order.number }
  const what = { kind: 'refund', ...order, amountCents, way, reference, on } as const
  return { id, what, subject: subjectOf(whole), reason: act.reason }
}

function requireFields({ action, on, amountCents, refundId, way, proof }: Act): void {
  const isRefund = action === 'refund-paid'
  if (action !== 'install' && (action === 'schedule' || isRefund) !== (on !== undefined)) throw invalid('on')
  if ((action === 'book-bank') !== (amountCents !== undefined)) throw invalid('amountCents')
  if (!isRefund && refundId !== undefined) throw invalid('refundId')
  if (isRefund !== (way !== undefined)) throw invalid('way')
  if (isRefund !== Boolean(proof)) throw invalid('proof')
}

/** Nothing is fitted before it was ordered, or tomorrow. */
function requireFitted(deps: DeskDeps, on: string, { order }: WholeOrder): void {
  if (on > sellerDay(new Date(deps.clock())) || on < order.placedAt.slice(0, 10)) throw invalid('on')
}

/** The proof of a refund that was paid; null for other actions. The day of payment cannot be in the future. */
function proofOf(deps: DeskDeps, operator: Operator, { way, proof, on }: Act): RefundProof | null {
  if (way === undefined || proof === undefined || on === undefined) return null
  const reference = parseRefundProof(way, proof)
  if (reference === null) throw way === 'bank' ? invalid('proof') : new AppError('refund-proof-invalid')
  if (on > sellerDay(new Date(deps.clock()))) throw invalid('on')
  return { way, reference, on, operator: operator.name }
}

function invalid(field: string): AppError {
  const issue = { path: `body.${field}`, message: 'goes with another action, or is missing' }
  return new AppError('invalid-request', { issues: [issue] })
}

function actionsOf({ order, possible, refunds }: WholeOrder) {
  return orderActions(
    possible,
    {
      hasOpenRefund: refunds.some(({ status }) => status === 'requested'),
      lapses: order.expiresAt !== null,
      hasLapsed: hasLapsed(order) && !hasMoneyLeft(refunds),
    },
    order.events.map(({ kind }) => kind),
  )
}

/** One that nobody planned or paid in time, or whose money came when there was no box. Coins under way bring it back by themselves. */
const hasLapsed = ({ state, method, payment }: WholeOrder['order']) =>
  state === 'expired' && (payment === 'unpaid' || (payment === 'refund_pending' && isPrepaid(method)))

function subjectOf({ order }: WholeOrder): AuditSubject {
  return `order ${order.number}`
}
