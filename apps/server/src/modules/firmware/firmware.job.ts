import type { Job } from '../../platform/jobs/job-runner.ts'
import type { FirmwareDeps } from './firmware.deps.ts'
import { forgetOldFiles } from './firmware-files.service.ts'
import { endSilentSeries } from './firmware-series.service.ts'

/** Ends series that no box took or that went silent, and deletes files after their time. */
export function firmwareJob(deps: Pick<FirmwareDeps, 'store' | 'clock'>): Job {
  return {
    name: 'firmware',
    intervalMs: 60_000,
    touches: ['firmwareFiles', 'firmwareParts', 'firmwareSeries'],
    async run() {
      await endSilentSeries(deps)
      await forgetOldFiles(deps)
    },
  }
}
