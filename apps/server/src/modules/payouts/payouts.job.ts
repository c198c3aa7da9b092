import type { Job } from '../../platform/jobs/job-runner.ts'
import { followPayouts } from './follow-payouts.ts'
import type { PayoutsDeps } from './payouts.deps.ts'

/** Looks how deep the transactions of payout runs are in the chain. */
export function payoutsJob(deps: Pick<PayoutsDeps, 'store' | 'clock' | 'source'>): Job {
  return {
    name: 'payouts',
    intervalMs: 60_000,
    touches: ['payoutRuns', 'network'],
    run: () => followPayouts(deps),
  }
}
