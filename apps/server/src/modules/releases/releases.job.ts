import type { Job } from '../../platform/jobs/job-runner.ts'
import type { createReleases } from './create-releases.ts'

/** Evaluates the releases under way: continues with the next wave, or stops. */
export function releasesJob(releases: Pick<Awaited<ReturnType<typeof createReleases>>, 'judge'>): Job {
  return {
    name: 'releases',
    intervalMs: 30_000,
    touches: ['rollouts', 'rolloutMembers', 'deskAudit'],
    run: () => releases.judge(),
  }
}
