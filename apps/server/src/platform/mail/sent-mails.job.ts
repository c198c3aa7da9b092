import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'
import { removeOldMails } from './outbox.repository.ts'

const keptMs = 30 * 86_400_000

/** Deletes mails that were sent, or given up, long ago: anyone who was to write again has had a month for it. */
export function sentMailsJob({ store, clock }: Pick<Context, 'store' | 'clock'>): Job {
  return {
    name: 'sent-mails',
    intervalMs: 3_600_000,
    touches: ['mails'],
    run: async () => void (await removeOldMails(store.db, new Date(clock() - keptMs))),
  }
}
