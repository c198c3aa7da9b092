import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { sweepSilence } from './silence-sweep.ts'

/** Raises alerts for controllers and miners that fell silent, and clears them. */
export function silenceJob(context: Pick<Context, 'store' | 'clock' | 'startedAt' | 'config'>): Job {
  const { store, clock, startedAt, config } = context
  return {
    name: 'silence',
    intervalMs: config.SWEEP_INTERVAL_MS,
    touches: ['alerts'],
    run: () => sweepSilence({ store, clock, startedAt, offlineAfterMs: config.OFFLINE_AFTER_MS }),
  }
}
