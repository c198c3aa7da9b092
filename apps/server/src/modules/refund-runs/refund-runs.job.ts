import type { Job } from '../../platform/jobs/job-runner.ts'
import { closeSeenRefunds, type RefundRunDeps } from './refund-runs.service.ts'

/** Closes refunds whose transfers a bank statement shows. */
export function refundRunsJob(deps: RefundRunDeps): Job {
  return {
    name: 'refund-runs',
    intervalMs: 60_000,
    touches: ['refunds', 'orders', 'orderEvents', 'invoices', 'counters', 'mails', 'webhookDeliveries'],
    run: () => closeSeenRefunds(deps),
  }
}
