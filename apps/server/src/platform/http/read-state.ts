import { Registry } from 'prom-client'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { Context } from '../context.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { isJobInTrouble } from '../jobs/job-trouble.ts'
import { oldestQueuedSeconds } from '../mail/late-mail.ts'
import { createStateGauges, type StateGauges } from '../state-gauges.ts'

/** Messages that wait to leave the server. */
export type QueueState = { queued: number; failed: number; oldestQueuedAt: Date | null }

export type StatePorts = {
  jobs: Pick<JobRunner, 'report'>
  mail: { configured: boolean; outbox(): Promise<QueueState> }
  webhooks(): Promise<QueueState>
  notices(): Promise<QueueState>
  migrations(): Promise<{ pending: readonly string[] }>
  /** Number of pages that watch live values on this server. */
  watchers(): number
  countSetAside(): Promise<{ total: number; unkeptRows: number }>
  sumSpoolLosses(): Promise<number>
  countSilentControllers(): Promise<number>
  countInDoubt(): Promise<number>
  watcherReports(): Promise<
    readonly { chain: string; source: string; lagSeconds: number | null; isFresh: boolean }[]
  >
}

/**
 * What is so now, as lines for Prometheus. While the database is away those that come from it are missing, so that nothing old passes for new;
 * what the process knows by itself is there.
 */
export async function readState(
  { store, clock, config }: Pick<Context, 'store' | 'clock' | 'config'>,
  ports: StatePorts,
): Promise<string> {
  const registry = new Registry()
  const gauges = createStateGauges(registry)
  gauges.buildInfo.set({ version: config.VERSION }, 1)
  gauges.liveSockets.set(ports.watchers())
  gauges.mailConfigured.set(Number(ports.mail.configured))
  const { busy, idle, waiting } = store.pool()
  gauges.poolConnections.set({ state: 'busy' }, busy)
  gauges.poolConnections.set({ state: 'idle' }, idle)
  gauges.poolWaiting.set(waiting)
  const database = await store.health()
  gauges.databaseRestarts.set(database.restarts)
  if (database.latencyMs !== null) gauges.databaseLatencySeconds.set(database.latencyMs / 1000)
  const isRead = database.reachable && (await readTables(gauges, { store, clock }, ports))
  gauges.databaseUp.set(Number(isRead))
  return registry.metrics()
}

/** @returns false when the database went away meanwhile. */
async function readTables(
  gauges: StateGauges,
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  ports: StatePorts,
): Promise<boolean> {
  const state = await Promise.all([
    ports.jobs.report(),
    Promise.all([ports.mail.outbox(), ports.webhooks(), ports.notices()]),
    ports.migrations(),
    ports.countSetAside(),
    ports.watcherReports(),
    lastBackupAt(store.db),
    Promise.all([ports.sumSpoolLosses(), ports.countSilentControllers(), ports.countInDoubt()]),
  ]).catch(() => null)
  if (state === null) return false
  const [jobs, [mail, webhooks, notices], migrations, setAside, watchers, backup, counts] = state
  for (const job of jobs) {
    gauges.jobInTrouble.set({ job: job.name }, Number(isJobInTrouble(job)))
    if (job.behindSeconds !== null) gauges.jobBehindSeconds.set({ job: job.name }, job.behindSeconds)
  }
  for (const [outbox, queue] of Object.entries({ mail, webhooks, notices })) {
    gauges.outboxWaiting.set({ outbox }, queue.queued)
    gauges.outboxFailed.set({ outbox }, queue.failed)
    gauges.outboxOldestSeconds.set({ outbox }, oldestQueuedSeconds(queue, clock()) ?? 0)
  }
  gauges.migrationsPending.set(migrations.pending.length)
  gauges.setAsideItems.set(setAside.total)
  gauges.setAsideUnkeptRows.set(setAside.unkeptRows)
  for (const { chain, source, lagSeconds, isFresh } of watchers) {
    gauges.watcherFresh.set({ chain, source }, Number(isFresh))
    if (lagSeconds !== null) gauges.watcherLagSeconds.set({ chain, source }, lagSeconds)
  }
  if (backup) gauges.backupAgeSeconds.set(Math.max(0, (clock() - backup.getTime()) / 1000))
  const [spoolLosses, silentControllers, paymentsInDoubt] = counts
  gauges.spoolDroppedSamples.set(spoolLosses)
  gauges.silentControllers.set(silentControllers)
  gauges.paymentsInDoubt.set(paymentsInDoubt)
  return true
}
