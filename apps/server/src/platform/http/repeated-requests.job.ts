import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'

/** Deletes stored responses that repeated requests would have got, and counts of requests that are over. */
export function repeatedRequestsJob({
  idempotency,
  requestCounts,
  requestTallies,
}: Pick<Context, 'idempotency' | 'requestCounts' | 'requestTallies'>): Job {
  return {
    name: 'repeated-requests',
    intervalMs: 3_600_000,
    touches: ['idempotencyKeys', 'requestCounts', 'requestTallies'],
    run: async () => {
      await idempotency.sweep()
      await requestCounts.sweep()
      await requestTallies.sweep()
    },
  }
}
