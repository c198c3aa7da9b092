import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import type { ChangedControllers } from './changed-controllers.ts'
import { sweepConditions } from './condition-sweep.ts'
import { createKnownDetails } from './known-details.ts'

/** Raises alerts for what miners and followers of the generator report, and clears them. */
export function conditionsJob(
  context: Pick<Context, 'store' | 'clock' | 'startedAt' | 'config'>,
  changes: ChangedControllers,
): Job {
  const { store, clock, startedAt, config } = context
  const details = createKnownDetails()
  return {
    name: 'conditions',
    intervalMs: config.SWEEP_INTERVAL_MS,
    touches: ['alerts', 'alertWaiting', 'minerMarks'],
    run: () =>
      sweepConditions({ store, clock, startedAt, changes, details, offlineAfterMs: config.OFFLINE_AFTER_MS }),
  }
}
