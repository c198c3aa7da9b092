import type { Job } from '../../platform/jobs/job-runner.ts'
import { followPayouts } from './follow-payouts.ts'
import type { PayoutsDeps } from './payouts.deps.ts'

/** Checks the confirmations of the transactions of payout runs. */
export function payoutsJob(deps: Pick<PayoutsDeps, 'store' | 'clock' | 'source'>): Job {
  return {
    name: 'payouts',
    intervalMs: 60_000,
    touches: ['payoutRuns', 'network'],
    run: () => followPayouts(deps),
  }
}
