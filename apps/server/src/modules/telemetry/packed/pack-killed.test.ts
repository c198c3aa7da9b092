import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildBatch, buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openEmbeddedStore } from '../../../platform/db/embedded/embedded-store.ts'
import { openPostgresqlStore } from '../../../platform/db/postgresql-store.ts'
import type { Store } from '../../../platform/db/store.ts'
import { testLogger } from '../../../platform/db/testing.ts'
import { createTelemetry } from '../telemetry.service.ts'
import { addController } from '../telemetry-testing.ts'

const victim = fileURLToPath(new URL('./crash-packer.ts', import.meta.url))
const dayMs = 86_400_000
const firstDay = Date.UTC(2026, 8, 28)
const days = 4
const later = firstDay + 20 * dayMs
const deviceKeys = ['serial:1', 'serial:2', 'serial:3', 'serial:4']
const statementLimitMs = 30_000

type Database = { address: string; open(): Promise<Store> }

async function makeEmbedded(): Promise<Database> {
  const dir = join(mkdtempSync(join(inject('testStores').folder, 'killed-')), 'db')
  cpSync(inject('testStores').embeddedTemplate, dir, { recursive: true })
  return { address: dir, open: () => openEmbeddedStore({ dir, logger: testLogger, statementLimitMs }) }
}

async function makePostgresql({ url, template }: { url: string; template: string }): Promise<Database> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`).finally(() => client.end())
  const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const open = () =>
    openPostgresqlStore({ databaseUrl, directUrl: null, logger: testLogger, statementLimitMs, poolSize: 2 })
  return { address: databaseUrl, open }
}

async function sampleAt(store: Store, controllerId: string, seq: number, times: number[]): Promise<void> {
  const samples = times.flatMap((sampledAt) =>
    deviceKeys.map((deviceKey) => buildSample({ deviceKey, sampledAt })),
  )
  const telemetry = createTelemetry(store)
  const batch = buildBatch(seq, samples)
  const { stored } = await telemetry.ingestBatch({
    controllerId,
    batch,
    clockOffsetMs: 0,
    receivedAt: later,
  })
  expect(stored).toBe(samples.length)
  await telemetry.sweep(later)
}

/** Everything that charts show of the miners, in 5 minutes and in hours, and how many rows are still to be moved. */
async function readAll(store: Store, controllerId: string) {
  const telemetry = createTelemetry(store)
  const { rows } = await sql<{ id: number; left: number }>`
    SELECT id, (SELECT count(*) FROM miner_5m WHERE miner_id = miners.id)::int4
      + (SELECT count(*) FROM miner_1h WHERE miner_id = miners.id)::int4 AS left
    FROM miners WHERE controller_id = ${controllerId} ORDER BY device_key`.execute(store.db)
  const series = (stepSeconds: number) =>
    Promise.all(
      rows.map(({ id }) =>
        telemetry.miner({ controllerId, minerId: id, from: firstDay, to: later, stepSeconds }),
      ),
    )
  const shown = { minutes: await series(300), hours: await series(3_600) }
  return { shown, left: rows.reduce((sum, { left }) => sum + left, 0) }
}

/** Lets the victim work for some time, then kills it. @returns whether it was done before. */
async function workAndKill(address: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [victim, address, String(later)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  await Promise.race([exited, sleep(afterMs)])
  child.kill('SIGKILL')
  const [code] = await exited
  // Null is killed.
  expect([null, 0]).toContain(code)
  return code === 0
}

test.for(['embedded', 'postgresql'] as const)(
  'a process killed while it packs loses no value and counts none twice, on %s',
  async (engine, context) => {
    const server = inject('testStores').postgresql
    if (engine === 'postgresql' && !server) context.skip('NOT CHECKED: no PostgreSQL is reachable here')
    const { address, open } =
      engine === 'postgresql' && server ? await makePostgresql(server) : await makeEmbedded()
    let store = await open()
    const controllerId = await addController(store.db)
    const times = Array.from({ length: days * 24 }, (_, hour) => firstDay + hour * 3_600_000)
    await sampleAt(store, controllerId, 1, times)
    let { shown, left } = await readAll(store, controllerId)
    const leftAtFirst = left
    // The embedded engine takes seconds to start.
    const growth = engine === 'embedded' ? 1.6 : 1.25
    let kills = 0
    for (let isDone = false; !isDone; kills += 1) {
      await store.close()
      // Each lives longer, so that the last one gets to the end.
      isDone = await workAndKill(address, 20 * growth ** kills)
      store = await open()
      const after = await readAll(store, controllerId)
      expect(after.shown).toEqual(shown)
      left = after.left
      if (isDone) break
      // What comes late in between is stored, in days packed and not, and shown once.
      await sampleAt(
        store,
        controllerId,
        kills + 2,
        times.filter((_, hour) => hour % 29 === kills % 29).map((at) => at + 600_000 + kills * 5_000),
      )
      ;({ shown } = await readAll(store, controllerId))
    }
    expect(leftAtFirst).toBe(2 * times.length * deviceKeys.length)
    expect(left).toBe(0)
    expect(kills).toBeGreaterThan(1)
    await store.close()
  },
)
