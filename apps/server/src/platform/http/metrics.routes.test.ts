import { endpoints } from '@shipminer/contract/endpoints'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { insertController, insertOwner } from '../../../test/fleet-rows.ts'
import { noteBackup } from '../backup/last-backup.ts'
import { describeEachEngine } from '../db/testing.ts'
import { enqueueMails } from '../mail/outbox.repository.ts'
import { createMetrics } from '../metrics.ts'

const largestScrapeBytes = 100_000

describeEachEngine('/metrics', ({ store }) => {
  let app: TestApp
  const scrape = async () =>
    (await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body.split('\n')
  const before = (seconds: number) => new Date(app.clock.now() - seconds * 1000)

  beforeEach(async () => {
    app = await buildTestApp(store())
    return () => app.server.close()
  })

  test('a server at rest says so, and says nothing of backups that never were', async () => {
    const lines = await scrape()
    for (const line of [
      'shipminer_database_up 1',
      'shipminer_database_pool_waiting 0',
      'shipminer_migrations_pending 0',
      'shipminer_outbox_waiting{outbox="mail"} 0',
      'shipminer_outbox_oldest_seconds{outbox="webhooks"} 0',
      'shipminer_outbox_waiting{outbox="notices"} 0',
      'shipminer_job_in_trouble{job="silence"} 0',
      'shipminer_mail_configured 0',
      'shipminer_silent_controllers 0',
      'shipminer_payments_in_doubt 0',
      'shipminer_spool_dropped_samples 0',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => /^shipminer_backup_age_seconds/.test(line))).toEqual([])
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true)
  })

  test('how long statements take shows, slow ones apart', async () => {
    const slowerThan = async (seconds: number) => {
      const lines = await scrape()
      const of = (sample: string) =>
        Number(
          lines
            .find((line) => line.startsWith(`shipminer_database_statement_seconds_${sample} `))
            ?.split(' ')[1],
        )
      return of('count') - of(`bucket{le="${seconds}"}`)
    }
    const before = await slowerThan(0.1)
    await sql`SELECT pg_sleep(0.15)`.execute(store().db)
    expect(await slowerThan(0.1)).toBeGreaterThan(before)
  })

  test('what waits, failed or is lost shows', async () => {
    const { db } = store()
    const mail = { recipient: 'anna@example.nl', replyTo: null, subject: 's', textBody: 't', htmlBody: 'h' }
    await enqueueMails(db, [{ ...mail, messageId: 'one@example.nl' }], before(901))
    await noteBackup(db, { startedAt: before(7_200), finishedAt: before(7_000) })
    const controller = 'SM-AAAAAA'
    await insertController(db, { id: controller, ownerId: await insertOwner(db) })
    await db
      .updateTable('controllers')
      .set({ spool: JSON.stringify({ firstSeq: 1, lastSeq: 2, droppedSamples: 40 }) })
      .where('id', '=', controller)
      .execute()
    await db
      .insertInto('alerts')
      .values({
        controllerId: controller,
        minerId: null,
        kind: 'controller-silent',
        severity: 'warning',
        raisedAt: before(60),
      })
      .execute()
    const run = { lastStartedAt: before(400), lastFinishedAt: before(400), lastSucceededAt: before(400) }
    await db
      .insertInto('jobRuns')
      .values([
        { name: 'silence', ...run, lastError: null, runs: 1 },
        { name: 'market', ...run, lastError: 'no answer', runs: 1 },
      ])
      .execute()
    const lines = await scrape()
    for (const line of [
      'shipminer_outbox_waiting{outbox="mail"} 1',
      'shipminer_outbox_oldest_seconds{outbox="mail"} 901',
      'shipminer_backup_age_seconds 7200',
      'shipminer_spool_dropped_samples 40',
      'shipminer_silent_controllers 1',
      'shipminer_job_behind_seconds{job="silence"} 380',
      'shipminer_job_in_trouble{job="silence"} 1',
      'shipminer_job_in_trouble{job="market"} 1',
    ])
      expect(lines).toContain(line)
  })

  test('a scrape stays small however much is slow and fails', async () => {
    const body = (await scrape()).join('\n')
    const { slowRequests, failedRequests, registry } = createMetrics()
    for (const { method, path } of Object.values(endpoints))
      for (const counter of [slowRequests, failedRequests]) counter.inc({ method, route: `/api${path}` }, 1e9)
    expect(body.length + (await registry.metrics()).length).toBeLessThan(largestScrapeBytes)
  })
})

describeEachEngine('/metrics without a database', ({ store }) => {
  test('still answers, and says that it is away', async () => {
    const gone = {
      ...store(),
      health: async () => ({ ...(await store().health()), reachable: false, latencyMs: null }),
    }
    const app = await buildTestApp(gone)
    const { statusCode, body } = await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(statusCode).toBe(200)
    expect(body).toContain('shipminer_database_up 0\n')
    expect(body).not.toMatch(/^shipminer_outbox_waiting\{/m)
    await app.server.close()
  })
})
