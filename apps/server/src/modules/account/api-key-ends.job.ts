import type { Job } from '../../platform/jobs/job-runner.ts'
import { type ApiKeyDeps, mailOfEnds } from './api-keys.service.ts'

/** Tells owners that a key of theirs ends in a week, or has ended. */
export function apiKeyEndsJob(deps: ApiKeyDeps): Job {
  return {
    name: 'api-key-ends',
    intervalMs: 600_000,
    touches: ['apiKeys', 'mails'],
    run: () => mailOfEnds(deps),
  }
}
