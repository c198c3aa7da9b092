import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { listAllReports, readDueReports, readReportsOf } from './desk-reports.service.ts'
import { faultReportsJob } from './fault-reports.job.ts'
import { serviceRoutes } from './service.routes.ts'

/** Fault reports of owners, and the desk's answers to them. */
export function openService(context: Context) {
  const { config } = context
  return {
    port: {
      faultReports: () => readDueReports(context),
      allReports: (wanted: Parameters<typeof listAllReports>[1], limit: number) =>
        listAllReports(context, wanted, limit),
      reportsOf: (userId: string) => readReportsOf(context, userId),
    },
    routes: ({ router }: Http) =>
      serviceRoutes(router, { ...context, offlineAfterMs: config.OFFLINE_AFTER_MS }),
    jobs: [faultReportsJob(context)],
  }
}
