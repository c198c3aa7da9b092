import type { Job } from '../../../platform/jobs/job-runner.ts'
import type { TimerDeps } from '../orders.deps.ts'
import { requoteRefunds } from './refund-quotes.service.ts'

/** Quotes claimed refunds in coin anew whose amount has ceased to hold. */
export function refundQuotesJob(deps: TimerDeps): Job {
  return {
    name: 'refund-quotes',
    intervalMs: 60_000,
    touches: ['refunds', 'orderEvents'],
    run: () => requoteRefunds(deps),
  }
}
