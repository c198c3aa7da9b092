import { createGuessLimiter } from '../../platform/auth/guess-limiter.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { createDeskOrders } from './desk-orders.ts'
import { createDeskReading } from './desk-reading.service.ts'
import type { OrderDeps } from './orders.deps.ts'
import { ordersJob } from './orders.job.ts'
import { orderRoutes } from './orders.routes.ts'
import { createVatChecker } from './placing/vat-checker.ts'

export type OrdersPorts = Pick<OrderDeps, 'payments' | 'invoices' | 'webhooks'>

/** Orders from the quote to the end, for buyers and for the desk. */
export function openOrders(context: Context, ports: OrdersPorts) {
  const deps = orderDeps(context, ports)
  return {
    port: { ...createDeskOrders(deps), reading: createDeskReading(deps) },
    routes: ({ router }: Http) => orderRoutes(router, deps),
    jobs: [ordersJob(deps)],
  }
}

/** What the steps of an order work with. */
export function orderDeps(context: Context, { payments, invoices, webhooks }: OrdersPorts): OrderDeps {
  const { clock, logger, fetch, config } = context
  return {
    ...context,
    payments,
    invoices,
    webhooks,
    vatChecker: createVatChecker({
      url: config.VIES_URL === 'off' ? null : config.VIES_URL,
      fetch,
      clock,
      logger,
    }),
    guesses: createGuessLimiter({ clock, max: 10, windowMs: 15 * 60_000 }),
    vatPercent: config.VAT_PERCENT,
    paymentTest: config.PAYMENT_TEST_PRODUCT,
    bank: config.bank,
  }
}
