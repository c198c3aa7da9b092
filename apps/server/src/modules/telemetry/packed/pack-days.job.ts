import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import type { Telemetry } from '../telemetry.service.ts'
import { isUpgradeOver } from '../upgrade-over.ts'

/** Packs the 5-minute values of days that are over, and what came late of them. */
export function packDaysJob(
  { clock, store }: Pick<Context, 'clock' | 'store'>,
  telemetry: Pick<Telemetry, 'pack'>,
): Job {
  return {
    name: 'pack-days',
    intervalMs: 60_000,
    touches: ['packedDays', 'miner_5m', 'setAside', 'controllers'],
    run: async (signal) => {
      if (await isUpgradeOver(store.db)) await telemetry.pack(clock(), signal)
    },
  }
}
