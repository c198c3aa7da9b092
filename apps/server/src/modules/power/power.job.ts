import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Power } from './power.service.ts'

/** Deletes fine sums of power past their retention. */
export function powerJob(power: Pick<Power, 'sweep'>): Job {
  return {
    name: 'power',
    intervalMs: 86_400_000,
    touches: ['power_5m'],
    run: () => power.sweep(),
  }
}
