import { reasonOf } from '@shipminer/domain/reason-of'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Store } from '../db/store.ts'
import type { Metrics } from '../metrics.ts'
import { traceWork } from '../traces.ts'
import { SweepError } from './for-each-isolated.ts'
import { clearLeases, withJobLease } from './job-lease.ts'

/**
 * One background job. `run` must be safe to repeat and to be interrupted. Its signal says that another copy of the server took the job over:
 * it begins nothing more.
 */
export type Job = {
  name: string
  intervalMs: number
  /** Tables that it writes, and the external services it calls. */
  touches: readonly (keyof Database | 'network' | 'mail server')[]
  run(signal: AbortSignal): Promise<void>
}

export type JobReport = Pick<Job, 'name' | 'intervalMs' | 'touches'> & {
  lastFinishedAt: Date | null
  behindSeconds: number | null
  lastError: string | null
}

export type JobRunner = {
  start(): void
  /** How far each job is behind: seconds past the time at which it should have finished. */
  report(): Promise<JobReport[]>
  stop(): Promise<void>
}

/** Copies of the server that wait for one job ask at different moments, ms. */
const lookAgainMs = 500

/**
 * Runs each job when it is due, the first time at once. Of N servers on one database the one that gets the job's lease runs it; the others
 * ask again when it is due, so that it runs no more often than with one. What ran and how it ended is stored in `job_runs`, so that every
 * server's /health reports the same.
 */
export function createJobRunner(
  jobs: readonly Job[],
  deps: {
    store: Store
    clock: () => number
    logger: FastifyBaseLogger
    metrics: Pick<Metrics, 'sweepFailures' | 'jobFailures'>
  },
): JobRunner {
  const { store, clock, logger, metrics } = deps
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false
  for (const { name } of jobs)
    if (jobs.filter((job) => job.name === name).length > 1) throw new Error(`two jobs are named ${name}`)

  /** @returns when to look again, ms. */
  async function runOnce(job: Job): Promise<number> {
    try {
      const turn = await withJobLease(store, job.name, job, async ({ signal, token }) => {
        const startedAt = new Date(clock())
        let lastError: string | null = null
        try {
          await traceWork(`job ${job.name}`, 'internal', {}, () => job.run(signal))
        } catch (error) {
          lastError = reasonOf(error)
          metrics.jobFailures.inc({ job: job.name })
          if (error instanceof SweepError) metrics.sweepFailures.inc({ job: job.name }, error.errors.length)
          if (!stopped) logger.error({ err: error, job: job.name }, 'background job failed')
        }
        if (stopped) return
        const finishedAt = new Date(clock())
        const outcome = { lastStartedAt: startedAt, lastFinishedAt: finishedAt, lastError }
        await store.db
          .updateTable('jobRuns')
          .set({
            ...outcome,
            ...(lastError === null ? { lastSucceededAt: finishedAt } : {}),
            runs: sql`runs + 1`,
          })
          .where('name', '=', job.name)
          .where('token', '=', token)
          .execute()
      })
      return turn.acquired
        ? job.intervalMs
        : Math.min(turn.waitMs + Math.random() * lookAgainMs, job.intervalMs)
    } catch (error) {
      if (!stopped) logger.error({ err: error, job: job.name }, 'background job could not be recorded')
      return job.intervalMs
    }
  }

  function schedule(job: Job, delayMs: number): void {
    if (stopped) return
    timers.set(
      job.name,
      setTimeout(() => {
        const turn = runOnce(job).then((nextMs) => {
          running.delete(turn)
          schedule(job, nextMs)
        })
        running.add(turn)
      }, delayMs),
    )
  }

  return {
    start() {
      logger.info({ jobs: jobs.map(({ name, intervalMs }) => ({ name, intervalMs })) }, 'background jobs')
      const begin = () => {
        for (const job of jobs) schedule(job, 0)
      }
      // Only this process can open an embedded database: a lease in it is one that a killed process left.
      if (store.engine === 'postgresql') return begin()
      clearLeases(store)
        .catch((error: unknown) => logger.error({ err: error }, 'leases of jobs could not be cleared'))
        .finally(begin)
    },
    async report() {
      const rows = await store.db.selectFrom('jobRuns').selectAll().execute()
      return jobs.map((job) => {
        const row = rows.find((candidate) => candidate.name === job.name)
        const lastFinishedAt = row?.lastSucceededAt ?? null
        const lateMs =
          lastFinishedAt === null ? null : clock() - lastFinishedAt.getTime() - 2 * job.intervalMs
        return {
          name: job.name,
          intervalMs: job.intervalMs,
          touches: job.touches,
          lastFinishedAt,
          behindSeconds: lateMs === null ? null : Math.max(0, Math.round(lateMs / 1000)),
          lastError: row?.lastError ?? null,
        }
      })
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.allSettled(running)
    },
  }
}
