import type { Context } from '../../platform/context.ts'
import { packDaysJob } from './packed/pack-days.job.ts'
import { partitionsJob } from './partitions/partitions.job.ts'
import { pastHoursJob } from './past-hours/past-hours.job.ts'
import { telemetryJob } from './telemetry.job.ts'
import { createTelemetry } from './telemetry.service.ts'

/** Samples of miners: storing them, and reading them by time. */
export function openTelemetry(context: Context) {
  const telemetry = createTelemetry(context.store)
  return {
    port: telemetry,
    jobs: [
      telemetryJob(context, telemetry),
      packDaysJob(context, telemetry),
      pastHoursJob(context, telemetry),
      partitionsJob(context, telemetry),
    ],
  }
}
