import { orderEndpoints } from '@shipminer/contract/shop/orders'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { cancelOrder, changeMethod, withdrawOrder } from './buyer-changes.service.ts'
import { claimRefund, offerRefunds } from './money/refund-claims.service.ts'
import { sendRefundCode } from './money/refund-codes.service.ts'
import { openerOf } from './opener.ts'
import type { OrderDeps } from './orders.deps.ts'
import { placeOrder } from './placing/place-order.service.ts'
import { quoteOrder } from './placing/price-order.service.ts'
import { listOrders, openOrder, readOrder } from './read-order.service.ts'

/** Quotes, orders, and the actions of their buyers. */
export function orderRoutes(router: Router, deps: OrderDeps): void {
  const { db } = deps.store

  router.route(orderEndpoints.orderQuote, ({ body }) => quoteOrder(deps, body))
  router.route(orderEndpoints.placeOrder, ({ body, caller, request }) =>
    placeOrder(deps, {
      body,
      idempotencyKey: request.headers['idempotency-key'],
      userId: caller?.userId ?? null,
      ip: request.ip,
    }),
  )
  router.route(orderEndpoints.order, async (call) => {
    const row = await openOrder(deps, call.params.id, openerOf(call))
    return { order: await readOrder(deps, db, row) }
  })
  router.route(orderEndpoints.userOrders, async (call) => ({
    orders: await listOrders(deps, requireCaller(call).userId),
  }))
  router.route(orderEndpoints.cancelOrder, async (call) => ({
    order: await cancelOrder(deps, call.params.id, openerOf(call), call.body.reason || null),
  }))
  router.route(orderEndpoints.changePaymentMethod, async (call) => ({
    order: await changeMethod(deps, call.params.id, openerOf(call), call.body.method),
  }))
  router.route(orderEndpoints.withdrawOrder, async (call) => ({
    order: await withdrawOrder(deps, call.params.id, openerOf(call), call.body),
  }))
  router.route(orderEndpoints.refundOffers, (call) => offerRefunds(deps, call.params.id, openerOf(call)))
  router.route(orderEndpoints.sendRefundCode, (call) => sendRefundCode(deps, call.params.id, openerOf(call)))
  router.route(orderEndpoints.claimRefund, async (call) => ({
    order: await claimRefund(deps, call.params.id, openerOf(call), call.body),
  }))
  router.route(orderEndpoints.orderInvoice, async (call) => {
    const row = await openOrder(deps, call.params.id, openerOf(call))
    const document = await deps.invoices.document(db, await documentOf(row.id, call.query.number))
    if (!document) throw new AppError('invoice-not-found')
    return { filename: document.filename, pdfBase64: Buffer.from(document.pdf).toString('base64') }
  })
  router.route(orderEndpoints.orderEInvoice, async (call) => {
    const row = await openOrder(deps, call.params.id, openerOf(call))
    const document = await deps.invoices.eInvoice(db, await documentOf(row.id, call.query.number))
    if (!document) throw new AppError('invoice-not-found')
    return { filename: document.filename, xml: document.xml }
  })

  /** The number of one of its documents; by default the newest. @throws AppError `invoice-not-found` */
  async function documentOf(orderId: string, named: string | undefined): Promise<string> {
    const issued = await deps.invoices.list(db, orderId)
    const document = named === undefined ? issued.at(-1) : issued.find(({ number }) => number === named)
    if (!document) throw new AppError('invoice-not-found')
    return document.number
  }
}
