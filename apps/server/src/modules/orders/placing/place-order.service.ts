import { randomUUID } from 'node:crypto'
import type { BuyerInput, PaymentMethod, Order as PresentedOrder } from '@shipminer/contract/shop/orders'
import type { Order, OrderActor } from '@shipminer/domain/orders/order'
import { orderExpiresAt, unplannedEnd } from '@shipminer/domain/orders/order-expiry'
import { type OrderEvent, transitionOrder } from '@shipminer/domain/orders/order-machine'
import { formatOrderNumber, orderNumberPrefix } from '@shipminer/domain/orders/order-number'
import { createRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import type { Language } from '@shipminer/i18n/languages'
import { clientHash } from '../../../platform/auth/client-key.ts'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { sellerYear } from '../../invoices/invoices.port.ts'
import { axesOf, webhookData } from '../order-row.ts'
import { askByInvoice, moveOrder } from '../order-steps.ts'
import type { CheckingDeps, PlacingDeps, StoringDeps } from '../orders.deps.ts'
import { addEvent, insertOrder, nextNumber, type OrderRow } from '../orders.repository.ts'
import { readOrder } from '../read-order.service.ts'
import { reserveStock } from '../stock.repository.ts'
import type { DecidedOrder } from './decided-order.ts'
import { type OpenOrderLimits, requireFewOpenOrders, requireVerifiedEmail } from './holds.service.ts'
import { acceptBuyer, type BuyerDraft } from './orders.policy.ts'
import { leadWeeksOf, priceFor, requireMethod, requireOrderable } from './price-order.service.ts'

export type Placement = {
  product: string
  quantity: number
  method: PaymentMethod
  buyer: BuyerInput
  language: Language
  expectedGrossCents: number
  acceptedTerms: boolean
}

/** Who places an order, and where it comes from. */
type PlacedBy = {
  actor: Extract<OrderActor, 'buyer' | 'provider'>
  userId: string | null
  /** Keyed hash of the buyer's client; null: the provider placed it. */
  placedFrom: Uint8Array | null
  /** How many unpaid orders they may have; null: the provider agreed to this one. */
  limits: OpenOrderLimits | null
  /** Kept with the event. */
  data?: Record<string, unknown>
}

/**
 * Places an order once for each idempotency key: everything is checked first; then the order, number, stock, invoice, mails and the stored
 * answer are one transaction.
 *
 * @throws AppError every code of the contract's `placeOrder`
 */
export async function placeOrder(
  deps: PlacingDeps,
  request: {
    body: Placement
    idempotencyKey: string | string[] | undefined
    userId: string | null
    ip: string
  },
): Promise<{ order: PresentedOrder; orderKey: string }> {
  const { body, userId, ip } = request
  return deps.idempotency.run(
    { key: request.idempotencyKey, userId, route: 'POST /orders', body },
    async (once) => {
      const checked = await checkPlacement(deps, body, userId)
      const placed = await deps.store.db.transaction().execute((trx) =>
        once(trx, async () => {
          const row = await storeOrder(deps, trx, checked, {
            actor: 'buyer',
            userId,
            placedFrom: clientHash(ip, deps.secretKey),
            limits: deps.holds,
          })
          const order = await readOrder(deps, trx, row)
          deps.logger.info({ orderId: row.id, number: row.number, method: row.method }, 'order placed')
          return { order, orderKey: deps.keys.of(row.id) }
        }),
      )
      return placed
    },
  )
}

async function checkPlacement(
  deps: CheckingDeps,
  body: Placement,
  userId: string | null,
): Promise<DecidedOrder> {
  const { product, availability } = await requireOrderable(deps, body.product, body.quantity)
  const buyer = requireBuyer(body.buyer)
  if (!body.acceptedTerms) throw new AppError('terms-not-accepted')
  if (availability === 'none') throw new AppError('out-of-stock')
  const { quantity, method, language } = body
  await requireVerifiedEmail(deps.store.db, deps.holds, { quantity, email: buyer.email, userId })
  const { line, check } = await priceFor(deps, product, quantity, buyer)
  if (line.grossCents !== body.expectedGrossCents) throw new AppError('price-changed')
  await requireMethod(deps, method, { grossCents: line.grossCents, isFitted: product.isFitted })
  const leadWeeks = await leadWeeksOf(deps, product, quantity)
  return { product, leadWeeks, quantity, method, language, buyer, check, line }
}

/** The buyer as an order keeps them. @throws AppError with an issue for each field that cannot be accepted */
export function requireBuyer(given: BuyerInput): BuyerDraft {
  const accepted = acceptBuyer(given)
  if (accepted.ok) return accepted.buyer
  throw new AppError(accepted.code, {
    issues: accepted.fields.map((field) => ({ path: `body.buyer.${field}`, message: accepted.code })),
  })
}

/**
 * Stores an order with all that comes with it: number, stock, invoice, mails, webhook.
 *
 * @throws AppError `out-of-stock`; `open-order-exists`, `too-many-open-orders` where there are limits
 */
export async function storeOrder(
  deps: StoringDeps,
  trx: Trx,
  { product, leadWeeks, quantity, method, language, buyer: { vat: _, ...buyer }, check, line }: DecidedOrder,
  { actor, userId, placedFrom, limits, data: origin }: PlacedBy,
): Promise<OrderRow> {
  const at = new Date(deps.clock())
  const id = randomUUID()
  const year = sellerYear(at)
  const sequence = await nextNumber(trx, `order:${year}`)
  if (limits !== null && placedFrom !== null)
    await requireFewOpenOrders(trx, limits, { userId, email: buyer.email, placedFrom })
  const number = formatOrderNumber({ prefix: orderNumberPrefix, year, sequence })
  const bankReference = createRfReference(number)
  if (bankReference === null) throw new Error(`${number} makes no reference`)
  const draft: Order = { state: 'draft', payment: 'unpaid', fulfilment: 'none', method }
  const event: OrderEvent = { type: 'place', actor }
  const placed = transitionOrder(draft, event)
  if (!placed.ok) throw new Error(`a draft cannot be placed: ${placed.reason}`)
  const { netCents, vatCents, grossCents, vatPercent, unitGrossCents, vatCase, fittedIn } = line
  const expiresAt = orderExpiresAt(placed.order, {
    sinceMs: at.getTime(),
    endSoFarMs: null,
    receivedCents: 0,
    totalCents: grossCents,
  })
  const row = await insertOrder(
    trx,
    {
      id,
      number,
      userId,
      keyHash: deps.keys.hash(deps.keys.of(id)),
      ...placed.order,
      language,
      email: buyer.email,
      buyer: JSON.stringify({ ...buyer, vatNumberCheck: check }),
      consumer: buyer.company === null,
      netCents,
      vatCents,
      grossCents,
      vatPercent,
      vatCase,
      fittedIn,
      bankReference,
      stockHeld: true,
      placedFrom,
      placedAt: at,
      termsAcceptedAt: at,
      methodChosenAt: at,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      updatedAt: at,
    },
    [
      {
        position: 1,
        productId: product.id,
        name: product.name,
        quantity,
        unitGrossCents,
        netCents,
        vatCents,
        grossCents,
      },
    ],
  )
  if (!(await reserveStock(trx, id, at))) throw new AppError('out-of-stock')
  const data = { from: draft, to: axesOf(row), leadWeeks, ...origin }
  await addEvent(trx, { orderId: id, at, kind: 'place', actor, data })
  const documents = method === 'bank_transfer' ? await askByInvoice(deps, trx, row, at) : []
  await deps.mails.toBuyer(trx, row, { kind: 'placed', documents }, at)
  await deps.mails.toProvider(trx, row, { kind: 'placed' }, at)
  await deps.webhooks.enqueue(trx, { type: 'order.placed', data: webhookData(row), at })
  if (method !== 'pay_on_delivery') return row
  // What the provider agreed to beforehand is kept without an end.
  const confirm: OrderEvent = { type: 'confirm', actor: limits === null ? 'provider' : 'system' }
  const endsAt = new Date(unplannedEnd(at.getTime(), leadWeeks, deps.unplannedDays))
  const confirmed = await moveOrder(trx, row, confirm, { at, endsAt })
  return confirmed.ok ? confirmed.row : row
}
