import type { Job } from '../../platform/jobs/job-runner.ts'
import type { MailingDeps } from './mailings.deps.ts'
import { sendMailingBatch } from './send-mailings.ts'

/** Sends what was written to many, batch by batch. */
export function mailingsJob(deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>): Job {
  return {
    name: 'mailings',
    intervalMs: 30_000,
    touches: ['mailings', 'mailingRecipients', 'mails'],
    run: () => sendMailingBatch(deps),
  }
}
