import type { Job } from '../../platform/jobs/job-runner.ts'
import type { createControl } from './control.service.ts'

/** Ends commands whose time ran out, and those that nobody confirmed. */
export function commandsJob(control: Pick<Awaited<ReturnType<typeof createControl>>, 'sweep'>): Job {
  return {
    name: 'commands',
    intervalMs: 15_000,
    touches: ['commands'],
    run: () => control.sweep(),
  }
}
