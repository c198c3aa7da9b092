import type { Job } from '../../platform/jobs/job-runner.ts'
import type { createReleases } from './create-releases.ts'

/** Looks what became of the releases under way: goes on with the next wave, or stops. */
export function releasesJob(releases: Pick<Awaited<ReturnType<typeof createReleases>>, 'judge'>): Job {
  return {
    name: 'releases',
    intervalMs: 30_000,
    touches: ['rollouts', 'rolloutMembers', 'deskAudit'],
    run: () => releases.judge(),
  }
}
