import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'
import { type SendOutboxDeps, sendOutbox } from './send-outbox.ts'

/** Sends the mails that are due. */
export function mailJob(
  { store, clock, logger }: Pick<Context, 'store' | 'clock' | 'logger'>,
  way: Pick<SendOutboxDeps, 'mailer' | 'providerEmail'> & Required<Pick<SendOutboxDeps, 'attachment'>>,
): Job {
  return {
    name: 'mail',
    intervalMs: 10_000,
    touches: ['mails', 'mailSuppressions', 'invoices', 'mail server'],
    run: (signal) => sendOutbox({ store, clock, logger, signal, ...way }),
  }
}
