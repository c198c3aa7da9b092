import { paymentEndpoints } from '@shipminer/contract/payments'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { Access } from './payments.deps.ts'
import type { Payments } from './payments.service.ts'

function accessOf({ caller, request }: { caller: Caller | null; request: FastifyRequest }): Access {
  const orderKey = request.headers['x-order-key']
  return {
    userId: caller?.userId ?? null,
    orderKey: typeof orderKey === 'string' && orderKey !== '' ? orderKey.slice(0, 100) : null,
    ip: request.ip,
  }
}

/** Crypto payments of orders, for their owner or anyone who has the order's key. */
export function paymentRoutes(router: Router, payments: Payments): void {
  router.route(paymentEndpoints.createIntent, async (call) => ({
    intent: await payments.createIntent(call.body, accessOf(call), call.request.headers['idempotency-key']),
  }))
  router.route(paymentEndpoints.paymentIntent, async (call) => ({
    intent: await payments.getIntent(call.params.id, accessOf(call)),
  }))
  router.route(paymentEndpoints.confirmPayment, async (call) => ({
    intent: await payments.recheck(call.body.paymentIntentId, accessOf(call)),
  }))
  router.route(paymentEndpoints.paymentHistory, async (call) => ({
    payments: await payments.history(requireCaller(call).userId),
  }))
}
