import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { mailStatements } from './statement-mails.ts'
import type { Statements } from './statements.service.ts'

/** Puts the statements of the month that is over into the outbox. */
export function statementsJob(
  { store, clock, mail }: Pick<Context, 'store' | 'clock' | 'mail'>,
  statements: Statements,
): Job {
  return {
    name: 'statements',
    intervalMs: 600_000,
    touches: ['statementMails', 'mails'],
    run: () => mailStatements({ store, clock, statements, mail }),
  }
}
