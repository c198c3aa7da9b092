import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import { sweepAccounts } from './sweep-accounts.ts'

/** Removes nonces, tickets, tokens and sessions that can no longer be used. */
export function accountsJob({ store, clock }: Pick<Context, 'store' | 'clock'>): Job {
  return {
    name: 'accounts',
    intervalMs: 60_000,
    touches: [
      'walletNonces',
      'registrationTickets',
      'sessions',
      'sessionTokens',
      'proofNonces',
      'guesses',
      'accountTokens',
      'mails',
    ],
    run: async () => void (await sweepAccounts({ store, clock })),
  }
}
