import { paymentEndpoints } from '@shipminer/contract/shop/payments'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { openerOf } from '../orders/orders.port.ts'
import type { Payments } from './payments.service.ts'

/** Crypto payments of orders, for their owner or anyone who has the order's key. */
export function paymentRoutes(router: Router, payments: Payments): void {
  router.route(paymentEndpoints.createIntent, async (call) => ({
    intent: await payments.createIntent(call.body, openerOf(call), call.request.headers['idempotency-key']),
  }))
  router.route(paymentEndpoints.paymentIntent, async (call) => ({
    intent: await payments.getIntent(call.params.id, openerOf(call)),
  }))
  router.route(paymentEndpoints.confirmPayment, async (call) => ({
    intent: await payments.recheck(call.body.paymentIntentId, openerOf(call)),
  }))
  router.route(paymentEndpoints.paymentHistory, async (call) => ({
    payments: await payments.history(requireCaller(call).userId),
  }))
}
