import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enrolUntilDone } from '../../apps/controller/src/identity/enrolment.ts'
import { type ControllerKey, loadOrCreateKey } from '../../apps/controller/src/identity/key-pair.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { openSpool } from '../../apps/controller/src/spool/spool.ts'
import { diskFiles, type SpoolFiles } from '../../apps/controller/src/spool/spool-files.ts'
import { createUplink } from '../../apps/controller/src/uplink/uplink.ts'
import { createController } from '../../scripts/lib/stack.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * A box whose memory is put back, and a second box with a copy of it: nothing that either measured is taken for something else, every
 * sample is stored once, and an alert says what happened. Real: the server, its database, spools on disk, key and line. Each sample is
 * of a slot of its own, so that the stored ones can be counted.
 */
const slotMs = 10_000
let root: string
let server: Awaited<ReturnType<typeof startServer>>
let key: ControllerKey
let controllerId: string
let slot: number
const running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sm-memory-'))
  slot = Math.floor(Date.now() / slotMs) - 2_000
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn' },
  })
  const created = await createController(server, 'Ms Memory', 'Bow')
  controllerId = created.controllerId
  key = await loadOrCreateKey(join(root, 'controller.key'))
  await enrolUntilDone({
    serverUrl: server.url,
    request: {
      controllerId,
      enrolmentToken: created.enrolmentToken,
      publicKey: key.publicKey,
      version: 'test',
    },
    fetchFn: fetch,
    random: Math.random,
    signal: AbortSignal.timeout(60_000),
    onAnswer() {},
    log: silentLogger,
  })
})

afterEach(async () => {
  for (const box of running.splice(0)) await box.stop()
  await server.kill()
  rmSync(root, { recursive: true, force: true })
})

async function startBox(folder: string, files: SpoolFiles = diskFiles) {
  const spool = await openSpool<null>({
    directory: join(root, folder),
    maxBytes: 2 ** 26,
    now: Date.now,
    log: silentLogger,
    onEvent() {},
    files,
  })
  const uplink = createUplink({
    serverUrl: server.url,
    controllerId,
    version: 'test',
    pollIntervalMs: slotMs,
    key,
    spool,
    clock: systemClock,
    random: () => 0,
    log: silentLogger,
  })
  const box = {
    spool,
    uplink,
    connect: () => uplink.start(),
    /** One sample, in the middle of a slot that nothing else uses. */
    async measure(count: number): Promise<void> {
      for (let done = 0; done < count; done += 1) {
        slot += 1
        const sampledAt = slot * slotMs + 2_500
        const sample = buildSample({
          deviceKey: 'mac:02:00:00:00:00:01',
          sampledAt,
          periodSeconds: 10,
          acceptedShares: 1,
        })
        await spool.append({ samples: [sample], devices: [], events: [], carry: {} })
      }
    },
    isEmptied: () => expect.poll(() => spool.status().unsentBatches).toBe(0),
    async stop(): Promise<void> {
      await uplink.stop()
      await spool.close()
    },
  }
  running.push(box)
  return box
}

const copy = (from: string, to: string) => cpSync(join(root, from), join(root, to), { recursive: true })

async function stored(): Promise<{ samples: number; accepted: number; alerts: string[] }> {
  for (const box of running.splice(0)) await box.stop()
  await server.stop()
  const store = await openData(join(root, 'server'))
  try {
    const { rows } = await sql<{ samples: number; accepted: number }>`
      SELECT sum(n)::int AS samples, sum(accepted)::int AS accepted FROM (
        SELECT n, accepted FROM miner_5m UNION ALL SELECT n, accepted FROM miner_state) t`.execute(store.db)
    const alerts = await store.db.selectFrom('alerts').select('kind').orderBy('kind').execute()
    return { samples: 0, accepted: 0, ...rows[0], alerts: alerts.map(({ kind }) => kind) }
  } finally {
    await store.close()
  }
}

test('an image from the middle of a connection, put back, loses and doubles nothing', async () => {
  const box = await startBox('spool')
  box.connect()
  await box.measure(5)
  await box.isEmptied()
  await box.measure(1)
  copy('spool', 'image')
  await box.measure(8)
  await box.isEmptied()
  await box.stop()
  // Put back, and working without a line until it has used more numbers than the server has stored.
  const restored = await startBox('image')
  const { epoch } = restored.spool.identity()
  await restored.measure(20)
  restored.connect()
  await restored.isEmptied()
  expect(restored.spool.identity().epoch).not.toBe(epoch)
  await restored.measure(3)
  await restored.isEmptied()
  expect(await stored()).toEqual({ samples: 37, accepted: 37, alerts: ['memory-restored'] })
})

test('two boxes with copies of one memory are told apart, and all that both measured is stored once', async () => {
  const box = await startBox('spool')
  box.connect()
  await box.measure(5)
  await box.isEmptied()
  await box.stop()
  copy('spool', 'clone')
  const original = await startBox('spool')
  original.connect()
  await original.measure(4)
  await original.isEmptied()
  const clone = await startBox('clone')
  await clone.measure(6)
  clone.connect()
  await clone.isEmptied()
  // The server hung up on the original; it comes back with what it measured meanwhile.
  await expect.poll(() => original.uplink.state().name).toBe('refused')
  await original.measure(7)
  original.uplink.retryNow()
  await original.isEmptied()
  expect(original.spool.identity().epoch).not.toBe(clone.spool.identity().epoch)
  expect(await stored()).toEqual({ samples: 22, accepted: 22, alerts: ['key-shared', 'memory-restored'] })
})

test('a power cut while the disk refuses is no restored image, and loses nothing that went ashore from memory', async () => {
  let isFull = false
  const full = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
  const box = await startBox('spool', {
    ...diskFiles,
    openSegment: async (path) => {
      const file = await diskFiles.openSegment(path)
      return { ...file, write: (bytes, at) => (isFull ? full() : file.write(bytes, at)) }
    },
    replace: (path, bytes) => (isFull ? full() : diskFiles.replace(path, bytes)),
  })
  box.connect()
  await box.measure(5)
  await box.isEmptied()
  isFull = true
  await box.measure(4)
  await box.isEmptied()
  copy('spool', 'after')
  await box.stop()

  const again = await startBox('after')
  const { epoch } = again.spool.identity()
  await again.measure(6)
  again.connect()
  await again.isEmptied()
  expect(again.spool.identity().epoch).not.toBe(epoch)
  expect(await stored()).toEqual({ samples: 15, accepted: 15, alerts: [] })
})
