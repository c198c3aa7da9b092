import { type Health, healthEndpoints } from '@shipminer/contract/health'
import type { FastifyReply } from 'fastify'
import { lastBackupAt } from '../../platform/backup/last-backup.ts'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defaultLimit } from '../../platform/http/routing.ts'
import type { JobRunner } from '../../platform/jobs/job-runner.ts'
import { isJobInTrouble } from '../../platform/jobs/job-trouble.ts'
import { isMailLate, oldestQueuedSeconds } from '../../platform/mail/late-mail.ts'
import type { Http } from '../../platform/module.ts'

export type HealthDeps = {
  store: Store
  jobs: Pick<JobRunner, 'report'>
  clock: () => number
  startedAt: number
  version: string
  migrations: () => Promise<{ applied: number; pending: string[] }>
  mail: {
    configured: boolean
    outbox: () => Promise<{ queued: number; failed: number; oldestQueuedAt: Date | null }>
  }
  /** Health of each source of a chain; money on a chain that is not read goes unnoticed. */
  watchers: () => Promise<NonNullable<Health['watchers']>>
  /** In production a server that cannot send mail is degraded. */
  production: boolean
}

/** Never throws: an unavailable database is a result, too. */
export async function readHealth(deps: HealthDeps): Promise<Health> {
  const database = await deps.store.health()
  const [migrations, jobs, outbox, watchers, backup] = database.reachable
    ? await Promise.all([
        deps.migrations(),
        deps.jobs.report(),
        deps.mail.outbox(),
        deps.watchers(),
        lastBackupAt(deps.store.db),
      ]).catch(() => [null, null, null, null, null] as const)
    : [null, null, null, null, null]
  const reachable = database.reachable && migrations !== null && jobs !== null
  const behind = jobs?.some(isJobInTrouble) ?? false
  const pending = migrations?.pending ?? []
  const oldestSeconds = outbox && oldestQueuedSeconds(outbox, deps.clock())
  const mailStuck = deps.mail.configured ? isMailLate(oldestSeconds) : deps.production
  const blind = watchers?.some(({ isFresh }) => !isFresh) ?? false
  return {
    status: !reachable || pending.length > 0 ? 'failing' : behind || mailStuck || blind ? 'degraded' : 'ok',
    version: deps.version,
    serverTime: new Date(deps.clock()).toISOString(),
    uptimeSeconds: Math.floor((deps.clock() - deps.startedAt) / 1000),
    database: { engine: database.engine, reachable, latencyMs: database.latencyMs },
    mail: {
      configured: deps.mail.configured,
      queued: outbox?.queued ?? null,
      oldestQueuedSeconds: oldestSeconds,
      failed: outbox?.failed ?? null,
    },
    lastBackupAt: backup?.toISOString() ?? null,
    migrations: { applied: migrations?.applied ?? 0, pending },
    watchers: (watchers ?? []).map((watcher) => ({
      ...watcher,
      // Without its address, which is not public.
      source: watcher.source.split('@')[0] ?? watcher.source,
      // As with jobs; the reason why a source was refused is shown, because it concerns our setting.
      lastError: watcher.lastError?.startsWith('refused')
        ? watcher.lastError
        : watcher.lastError && 'not read, see the log',
    })),
    jobs: (jobs ?? []).map((job) => ({
      name: job.name,
      lastFinishedAt: job.lastFinishedAt?.toISOString() ?? null,
      behindSeconds: job.behindSeconds,
      // Error messages can reveal internals; they go to the log only.
      lastError: job.lastError === null ? null : 'failed, see the log',
    })),
  }
}

/** `GET /api/health`, and `/health` for monitoring, which answers alike. */
export function healthRoutes({ server, router }: Http, deps: HealthDeps): void {
  /** Everybody may ask: those who ask while an answer is being read share it. */
  let reading: Promise<Health> | null = null
  const answer = async (reply: FastifyReply): Promise<Health> => {
    reading ??= readHealth(deps).finally(() => {
      reading = null
    })
    const health = await reading
    reply.header('cache-control', 'no-store')
    if (health.status === 'failing') throw new AppError('service-unavailable', { data: health })
    return health
  }
  router.route(healthEndpoints.health, ({ reply }) => answer(reply))
  const { max, windowMs } = defaultLimit
  server.get(
    '/health',
    { config: { rateLimit: { max, timeWindow: windowMs } } },
    async (_request, reply) => ({
      success: true,
      data: await answer(reply),
    }),
  )
}
