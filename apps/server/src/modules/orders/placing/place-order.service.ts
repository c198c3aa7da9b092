import { randomUUID } from 'node:crypto'
import type { BuyerInput, PaymentMethod, Order as PresentedOrder } from '@shipminer/contract/orders'
import type { Order } from '@shipminer/domain/orders/order'
import { orderExpiresAt } from '@shipminer/domain/orders/order-expiry'
import { type OrderEvent, transitionOrder } from '@shipminer/domain/orders/order-machine'
import { formatOrderNumber, orderNumberPrefix } from '@shipminer/domain/orders/order-number'
import { createRfReference } from '@shipminer/domain/payments/rf-reference'
import type { Language } from '@shipminer/i18n/languages'
import { clientHash } from '../../../platform/auth/client-key.ts'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SellableProduct } from '../../catalogue/catalogue.port.ts'
import { sellerYear } from '../../invoices/invoices.port.ts'
import { axesOf, webhookData } from '../order-row.ts'
import { askByInvoice, moveOrder } from '../order-steps.ts'
import type { CheckingDeps, PlacingDeps, StoringDeps } from '../orders.deps.ts'
import { addEvent, insertOrder, nextNumber, type OrderRow } from '../orders.repository.ts'
import { readOrder } from '../read-order.service.ts'
import { reserveStock } from '../stock.repository.ts'
import { requireFewOpenOrders, requireVerifiedEmail } from './holds.service.ts'
import { acceptBuyer, type BuyerDraft } from './orders.policy.ts'
import {
  availabilityOf,
  getSellable,
  priceFor,
  requireMethod,
  type VatNumberCheck,
} from './price-order.service.ts'

export type Placement = {
  product: string
  quantity: number
  method: PaymentMethod
  buyer: BuyerInput
  language: Language
  expectedGrossCents: number
  acceptedTerms: boolean
}

type Checked = {
  product: SellableProduct
  buyer: BuyerDraft
  check: VatNumberCheck
  line: Awaited<ReturnType<typeof priceFor>>['line']
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
          const row = await storeOrder(deps, trx, body, checked, { userId, ip })
          const order = await readOrder(deps, trx, row)
          deps.logger.info({ orderId: row.id, number: row.number, method: row.method }, 'order placed')
          return { order, orderKey: deps.keys.of(row.id) }
        }),
      )
      return placed
    },
  )
}

async function checkPlacement(deps: CheckingDeps, body: Placement, userId: string | null): Promise<Checked> {
  if (!(await deps.settings.read(deps.store.db, 'orders.enabled'))) throw new AppError('orders-disabled')
  const product = await getSellable(deps, body.product)
  const availability = availabilityOf(product, body.quantity)
  if (availability === 'coming-soon') throw new AppError('product-not-orderable')
  if (availability === 'quote') throw new AppError('quote-required')
  const accepted = acceptBuyer(body.buyer)
  if (!accepted.ok) {
    throw new AppError(accepted.code, {
      issues: accepted.fields.map((field) => ({ path: `body.buyer.${field}`, message: accepted.code })),
    })
  }
  if (!body.acceptedTerms) throw new AppError('terms-not-accepted')
  if (availability === 'none') throw new AppError('out-of-stock')
  const { buyer } = accepted
  const { quantity } = body
  await requireVerifiedEmail(deps.store.db, deps.holds, { quantity, email: buyer.email, userId })
  const { line, check } = await priceFor(deps, product, quantity, buyer)
  if (line.grossCents !== body.expectedGrossCents) throw new AppError('price-changed')
  await requireMethod(deps, body.method, line.grossCents)
  return { product, buyer, check, line }
}

async function storeOrder(
  deps: StoringDeps,
  trx: Trx,
  { method, language, quantity }: Placement,
  { product, buyer: { vat: _, ...buyer }, check, line }: Checked,
  { userId, ip }: { userId: string | null; ip: string },
): Promise<OrderRow> {
  const at = new Date(deps.clock())
  const id = randomUUID()
  const year = sellerYear(at)
  const sequence = await nextNumber(trx, `order:${year}`)
  const placedFrom = clientHash(ip, deps.secretKey)
  await requireFewOpenOrders(trx, deps.holds, { userId, email: buyer.email, placedFrom })
  const number = formatOrderNumber({ prefix: orderNumberPrefix, year, sequence })
  const bankReference = createRfReference(number)
  if (bankReference === null) throw new Error(`${number} makes no reference`)
  const draft: Order = { state: 'draft', payment: 'unpaid', fulfilment: 'none', method }
  const event: OrderEvent = { type: 'place', actor: 'buyer' }
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
  const data = { from: draft, to: axesOf(row) }
  await addEvent(trx, { orderId: id, at, kind: 'place', actor: 'buyer', data })
  const documents = method === 'bank_transfer' ? await askByInvoice(deps, trx, row, at) : []
  await deps.mails.toBuyer(trx, row, { kind: 'placed', documents }, at)
  await deps.mails.toProvider(trx, row, { kind: 'placed' }, at)
  await deps.webhooks.enqueue(trx, { type: 'order.placed', data: webhookData(row), at })
  if (method !== 'pay_on_delivery') return row
  const confirmed = await moveOrder(trx, row, { type: 'confirm', actor: 'system' }, { at })
  return confirmed.ok ? confirmed.row : row
}
