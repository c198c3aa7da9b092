import { invalidSettings } from '../../config.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import { type CreatePaymentsDeps, createPaymentsModule } from './create-payments.ts'
import { paymentSettings } from './payment-settings.ts'
import { paymentsJob } from './payments.job.ts'
import { paymentRoutes } from './payments.routes.ts'
import { watchChainJob } from './watch-chain.job.ts'

/** Payments with coins: the requested amount, what is seen on chains, and when it counts. */
export function openPayments(
  context: Context,
  ports: {
    receivables: CreatePaymentsDeps['orders'] & { listOtherPayments: CreatePaymentsDeps['otherPayments'] }
    webhooks: WebhooksPort
  },
) {
  const { receivables, webhooks } = ports
  const outcome = createPaymentsModule({
    ...context,
    settings: paymentSettings(context.config),
    orders: receivables,
    webhooks,
    otherPayments: receivables.listOtherPayments,
  })
  if (!outcome.ok) throw invalidSettings(outcome.problems)
  const { payments, watchers } = outcome.module
  return {
    port: outcome.module,
    routes: ({ router }: Http) => paymentRoutes(router, payments),
    jobs: [
      ...watchers.map((watcher) => watchChainJob(watcher, context.config.PAYMENT_POLL_MS)),
      ...(watchers.length > 0 ? [paymentsJob(payments)] : []),
    ],
  }
}
