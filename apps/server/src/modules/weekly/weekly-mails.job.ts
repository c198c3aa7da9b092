import type { Job } from '../../platform/jobs/job-runner.ts'
import { mailWeeks, type WeeklyDeps } from './weekly-mails.ts'

/** Puts the summaries of the week that is over into the outbox. */
export function weeklyMailsJob(deps: WeeklyDeps): Job {
  return {
    name: 'weekly-mails',
    intervalMs: 600_000,
    touches: ['weeklyMails', 'mails'],
    run: (signal) => mailWeeks(deps, signal),
  }
}
