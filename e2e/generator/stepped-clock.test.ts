import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseControllerConfig } from '../../apps/controller/src/config.ts'
import { type RunningController, startController } from '../../apps/controller/src/controller.ts'
import { type FakeCgminer, startFakeCgminer } from '../../apps/controller/src/fake-cgminer.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { createController } from '../../scripts/lib/stack.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The board's clock is wrong, is set, and is set back again, with and without a line, across a restart: every sample is stored at the
 * time when it was measured. Real: the server, its database, the whole controller with its polls. Simulated: the miner and the clock.
 */
const hour = 3_600_000
const day = 24 * hour
let root: string
let server: Awaited<ReturnType<typeof startServer>>
let created: Awaited<ReturnType<typeof createController>>
let miner: FakeCgminer
let box: RunningController | null
let aheadMs: number

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sm-clock-'))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn' },
  })
  created = await createController(server, 'Ms Clock', 'Bow')
  miner = await startFakeCgminer()
  box = null
  aheadMs = 0
})

afterEach(async () => {
  await box?.stop()
  await server.kill()
  await miner.close()
  rmSync(root, { recursive: true, force: true })
})

async function startBox(): Promise<RunningController> {
  const settings = parseControllerConfig({
    SERVER_URL: server.url,
    CONTROLLER_ID: created.controllerId,
    ENROLMENT_TOKEN: created.enrolmentToken,
    DATA_DIR: join(root, 'box'),
    SCAN_RANGES: `127.0.0.1:${miner.port}`,
    POLL_INTERVAL_MS: '5000',
    DEVICE_TIMEOUT_MS: '4000',
    STATUS_PORT: '0',
  })
  if (!settings.ok) throw new Error(settings.problems.join())
  box = await startController({
    config: settings.config,
    version: 'test',
    clock: { now: () => Date.now() + aheadMs, monotonic: () => performance.now() },
    random: () => 0,
    fetchFn: fetch,
    update: {
      isLaunched: false,
      selfTest: async () => ({ ok: false, detail: 'not tried' }),
      onSwitched() {},
    },
    log: silentLogger,
  })
  return box
}

/** Resolves when the miner was asked so often again. */
async function polled(times: number): Promise<void> {
  const until = miner.summaries + times
  await expect.poll(() => miner.summaries).toBeGreaterThanOrEqual(until)
}

async function stored() {
  await server.stop()
  const store = await openData(join(root, 'server'))
  try {
    const { rows } = await sql<{ samples: number; first: number; last: number; aside: number }>`
      SELECT sum(n)::int AS samples, (extract(epoch FROM min(bucket)) * 1000)::float8 AS first,
             (extract(epoch FROM max(bucket)) * 1000)::float8 AS last, (SELECT count(*) FROM set_aside)::int AS aside
      FROM (SELECT n, bucket FROM miner_5m UNION ALL SELECT n, bucket FROM miner_state WHERE n > 0) t`.execute(
      store.db,
    )
    return rows[0] ?? { samples: 0, first: 0, last: 0, aside: -1 }
  } finally {
    await store.close()
  }
}

test('a clock that was never right, is set, and is set back, places every sample where it was measured', {
  timeout: 1_200_000,
}, async () => {
  const startedAt = Date.now()
  await server.kill()
  // A run that never has a line, with the clock of 1970: it is placed before the next one.
  aheadMs = -startedAt
  const first = await startBox()
  await polled(2)
  await first.stop()
  aheadMs = -400 * day
  const running = await startBox()
  await polled(1)
  // Set while there is no line.
  aheadMs = 5 * hour
  await polled(1)
  await server.start()
  await expect.poll(() => running.status().spool.unsentBatches, { timeout: 120_000 }).toBe(0)
  // Set back while there is one.
  aheadMs = -23 * hour
  await polled(1)
  await expect.poll(() => running.status().spool.unsentBatches).toBe(0)
  expect(running.status().uplink.clockOffsetMs ?? 23 * hour).toBeGreaterThan(22 * hour)
  await running.stop()
  box = null
  const { samples, first: firstAt, last, aside } = await stored()
  expect(aside).toBe(0)
  expect(samples).toBeGreaterThanOrEqual(4)
  expect(firstAt).toBeGreaterThan(startedAt - 310_000)
  expect(last).toBeLessThanOrEqual(Date.now())
})
