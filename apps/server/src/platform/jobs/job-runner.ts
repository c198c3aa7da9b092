import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Store } from '../db/store.ts'
import type { Metrics } from '../metrics.ts'
import { SweepError } from './for-each-isolated.ts'

/** One background job. `run` must be safe to repeat and to be interrupted. */
export type Job = {
  name: string
  intervalMs: number
  /** Tables that it writes, and the external services it calls. */
  touches: readonly (keyof Database | 'network' | 'mail server')[]
  run(): Promise<void>
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

/**
 * Runs each job at its interval, the first time at once. Of N servers on one database only one runs a job at a time; the others skip the
 * turn. What ran and how it ended is stored in `job_runs`, so that every server's /health reports the same.
 */
export function createJobRunner(
  jobs: readonly Job[],
  deps: {
    store: Store
    clock: () => number
    logger: FastifyBaseLogger
    metrics: Pick<Metrics, 'sweepFailures'>
  },
): JobRunner {
  const { store, clock, logger, metrics } = deps
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false
  for (const { name } of jobs)
    if (jobs.filter((job) => job.name === name).length > 1) throw new Error(`two jobs are named ${name}`)

  async function runOnce(job: Job): Promise<void> {
    try {
      await store.tryAdvisoryLock(`job:${job.name}`, async () => {
        const startedAt = new Date(clock())
        let lastError: string | null = null
        try {
          await job.run()
        } catch (error) {
          lastError = error instanceof Error ? error.message : String(error)
          if (error instanceof SweepError) metrics.sweepFailures.inc({ job: job.name }, error.errors.length)
          if (!stopped) logger.error({ err: error, job: job.name }, 'background job failed')
        }
        if (stopped) return
        const finishedAt = new Date(clock())
        const outcome = {
          lastStartedAt: startedAt,
          lastFinishedAt: finishedAt,
          lastError,
          dueAt: new Date(finishedAt.getTime() + job.intervalMs),
        }
        await store.db
          .insertInto('jobRuns')
          .values({
            name: job.name,
            ...outcome,
            lastSucceededAt: lastError === null ? finishedAt : null,
            runs: 1,
          })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({
              ...outcome,
              lastSucceededAt: sql`coalesce(excluded.last_succeeded_at, job_runs.last_succeeded_at)`,
              runs: sql`job_runs.runs + 1`,
            }),
          )
          .execute()
      })
    } catch (error) {
      if (!stopped) logger.error({ err: error, job: job.name }, 'background job could not be recorded')
    }
  }

  function schedule(job: Job, delayMs: number): void {
    if (stopped) return
    timers.set(
      job.name,
      setTimeout(() => {
        const turn = runOnce(job).finally(() => {
          running.delete(turn)
          schedule(job, job.intervalMs)
        })
        running.add(turn)
      }, delayMs),
    )
  }

  return {
    start() {
      logger.info({ jobs: jobs.map(({ name, intervalMs }) => ({ name, intervalMs })) }, 'background jobs')
      for (const job of jobs) schedule(job, 0)
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
