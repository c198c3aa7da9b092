import type { JobReport } from './job-runner.ts'

/** A job that is later than this is in trouble; less is a busy moment. */
export const toleratedBehindSeconds = 120

/** Whether a person should look at a job: it failed last time, or is late. */
export function isJobInTrouble({ behindSeconds, lastError }: Pick<JobReport, 'behindSeconds' | 'lastError'>) {
  return lastError !== null || (behindSeconds ?? 0) > toleratedBehindSeconds
}
