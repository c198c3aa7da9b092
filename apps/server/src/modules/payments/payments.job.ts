import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Payments } from './payments.service.ts'

/** Settles coin payments whose time ran out. */
export function paymentsJob(payments: Pick<Payments, 'tick'>): Job {
  return {
    name: 'payments',
    intervalMs: 15_000,
    touches: [
      'paymentIntents',
      'paymentIntentEvents',
      'orderBalances',
      'orders',
      'mails',
      'webhookDeliveries',
    ],
    run: () => payments.tick(),
  }
}
