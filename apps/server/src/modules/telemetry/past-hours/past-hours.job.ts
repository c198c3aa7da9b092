import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import type { Telemetry } from '../telemetry.service.ts'
import { isUpgradeOver } from '../upgrade-over.ts'

/** Moves the hours of days that are over to where they no longer change. */
export function pastHoursJob(
  { clock, store }: Pick<Context, 'clock' | 'store'>,
  telemetry: Pick<Telemetry, 'moveHours'>,
): Job {
  return {
    name: 'past-hours',
    intervalMs: 600_000,
    touches: ['miner_1h', 'pastHours', 'controllers'],
    run: async (signal) => {
      if (await isUpgradeOver(store.db)) await telemetry.moveHours(clock(), signal)
    },
  }
}
