import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'

/** Deletes stored responses that repeated requests would have got, and counts of requests that are over. */
export function repeatedRequestsJob({
  idempotency,
  requestCounts,
}: Pick<Context, 'idempotency' | 'requestCounts'>): Job {
  return {
    name: 'repeated-requests',
    intervalMs: 3_600_000,
    touches: ['idempotencyKeys', 'requestCounts'],
    run: async () => {
      await idempotency.sweep()
      await requestCounts.sweep()
    },
  }
}
