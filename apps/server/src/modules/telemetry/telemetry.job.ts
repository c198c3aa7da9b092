import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Telemetry } from './telemetry.service.ts'

/** Closes the open sums of miners that fell silent. */
export function telemetryJob({ clock }: Pick<Context, 'clock'>, telemetry: Pick<Telemetry, 'sweep'>): Job {
  return {
    name: 'telemetry',
    intervalMs: 60_000,
    touches: [
      'minerState',
      'miner_5m',
      'miner_1h',
      'miner_1d',
      'controller_5m',
      'controller_1h',
      'controller_1d',
    ],
    run: async () => void (await telemetry.sweep(clock())),
  }
}
