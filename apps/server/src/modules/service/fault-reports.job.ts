import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import { forgetTaken } from './diagnostics/diagnostics.service.ts'
import { forgetReports } from './forget-reports.ts'

/** Deletes fault reports and sets of diagnostics past their retention. */
export function faultReportsJob({ store, clock }: Pick<Context, 'store' | 'clock'>): Job {
  return {
    name: 'fault-reports',
    intervalMs: 86_400_000,
    touches: ['faultReports', 'faultMessages', 'diagnosticSets'],
    async run() {
      await forgetReports(store.db, new Date(clock()))
      await forgetTaken({ store, clock })
    },
  }
}
