import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import type { Telemetry } from '../telemetry.service.ts'

/** Makes the partitions of the days ahead, and drops those past their retention. */
export function partitionsJob({ clock }: Pick<Context, 'clock'>, telemetry: Pick<Telemetry, 'rotate'>): Job {
  return {
    name: 'partitions',
    intervalMs: 3_600_000,
    touches: ['miner_5m', 'miner_1h', 'pastHours', 'packedDays', 'controller_5m', 'controller_1h'],
    run: async () => void (await telemetry.rotate(clock())),
  }
}
