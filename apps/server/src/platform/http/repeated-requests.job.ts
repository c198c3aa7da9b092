import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'

/** Deletes stored responses that repeated requests would have got. */
export function repeatedRequestsJob({ idempotency }: Pick<Context, 'idempotency'>): Job {
  return {
    name: 'repeated-requests',
    intervalMs: 3_600_000,
    touches: ['idempotencyKeys'],
    run: async () => void (await idempotency.sweep()),
  }
}
