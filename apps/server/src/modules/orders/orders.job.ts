import type { Job } from '../../platform/jobs/job-runner.ts'
import { sweepOrders } from './order-timers.ts'
import type { TimerDeps } from './orders.deps.ts'

/** Sends reminders of bank transfers and of orders to be planned, and ends unpaid orders. */
export function ordersJob(deps: TimerDeps): Job {
  return {
    name: 'orders',
    intervalMs: 60_000,
    touches: [
      'orders',
      'orderEvents',
      'stockMovements',
      'products',
      'invoices',
      'counters',
      'refunds',
      'paymentIntents',
      'paymentIntentEvents',
      'mails',
      'webhookDeliveries',
    ],
    run: () => sweepOrders(deps),
  }
}
