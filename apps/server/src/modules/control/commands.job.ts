import type { Job } from '../../platform/jobs/job-runner.ts'
import type { createControl } from './control.service.ts'

/** Ends commands that expired, and those that were never confirmed. */
export function commandsJob(control: Pick<Awaited<ReturnType<typeof createControl>>, 'sweep'>): Job {
  return {
    name: 'commands',
    intervalMs: 15_000,
    touches: ['commands'],
    run: () => control.sweep(),
  }
}
