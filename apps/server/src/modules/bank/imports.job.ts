import type { Job } from '../../platform/jobs/job-runner.ts'
import type { BankDeps } from './bank.service.ts'
import { resumeImports } from './statement-imports.service.ts'

/** Goes on with imports of statements that a stop or a crash cut off. */
export function statementImportsJob(deps: BankDeps): Job {
  return {
    name: 'statement-imports',
    intervalMs: 30_000,
    touches: [
      'statementImports',
      'bankEntries',
      'bankBookings',
      'orders',
      'orderEvents',
      'orderBalances',
      'stockMovements',
      'products',
      'invoices',
      'counters',
      'refunds',
      'mails',
      'webhookDeliveries',
    ],
    run: () => resumeImports(deps),
  }
}
