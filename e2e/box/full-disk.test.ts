import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { startShip } from '../../scripts/lib/stack.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The disk of a box takes nothing more: its page, its health and the shore say so, samples still go ashore, and all is well once there is
 * room again. Real: the controller's process, its line, the server with its database. Simulated: the miner, and the disk that refuses.
 */
const StatusSchema = z.object({
  madeAt: z.number(),
  uplink: z.object({ lastAckAgeMs: z.nullable(z.number()) }),
  spool: z.object({ full: z.boolean(), unsentBatches: z.number(), heldSamples: z.number() }),
})
const patient = { timeout: 300_000, interval: 500 }
const preload = fileURLToPath(new URL('../support/full-disk.cjs', import.meta.url))

let root: string
let server: Awaited<ReturnType<typeof startServer>>
let ship: Awaited<ReturnType<typeof startShip>>
let flag: string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sm-full-'))
  flag = join(root, 'disk-is-full')
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn' },
  })
  ship = await startShip(server, {
    name: 'Ms Full',
    location: 'Bow',
    dataDir: root,
    simulator: { miners: '1' },
    controller: {
      POLL_INTERVAL_MS: '5000',
      DEVICE_TIMEOUT_MS: '4000',
      NODE_OPTIONS: `--require ${preload}`,
      FULL_DISK_FLAG: flag,
      FULL_DISK_UNDER: join(root, 'controller'),
    },
  })
})

afterEach(async () => {
  await ship.killController()
  await ship.stop()
  await server.kill()
  rmSync(root, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${ship.statusUrl}${path}`).catch(() => null)

/** Status and problems of `/health`. */
async function health(): Promise<string> {
  const answer = await get('/health')
  return answer === null ? 'no answer' : `${answer.status} ${await answer.text()}`
}

/** When shore last acknowledged something, by the box's clock (0: never), and whether the box holds nothing that it did not. */
async function line(): Promise<{ ackAt: number; isDrained: boolean; isFull: boolean }> {
  const answer = await get('/status.json')
  if (answer === null) return { ackAt: 0, isDrained: false, isFull: false }
  const { madeAt, uplink, spool } = StatusSchema.parse(await answer.json())
  return {
    ackAt: uplink.lastAckAgeMs === null ? 0 : madeAt - uplink.lastAckAgeMs,
    isDrained: spool.unsentBatches === 0 && spool.heldSamples === 0,
    isFull: spool.full,
  }
}

async function onShore() {
  await server.stop()
  const store = await openData(join(root, 'server'))
  try {
    const { rows } = await sql<{ sampledAt: Date; isFull: string | null }>`
      SELECT s.sampled_at, c.spool -> 'memory' ->> 'diskFull' AS is_full
      FROM controllers c JOIN miner_state s ON s.controller_id = c.id`.execute(store.db)
    return rows[0] ?? null
  } finally {
    await store.close()
  }
}

test('a full disk is said on board and on shore, and samples go ashore all the same', {
  timeout: 1_200_000,
}, async () => {
  await expect.poll(async () => (await line()).ackAt, patient).toBeGreaterThan(0)
  await expect.poll(health, patient).toBe('200 {"ok":true,"problems":[]}')

  writeFileSync(flag, '')
  await expect.poll(health, patient).toBe('503 {"ok":false,"problems":["disk-full"]}')
  expect(await (await get('/?lang=en'))?.text()).toContain('ENOSPC')

  rmSync(flag)
  await expect.poll(health, patient).toBe('200 {"ok":true,"problems":[]}')

  writeFileSync(flag, '')
  await expect.poll(health, patient).toMatch(/^503/)
  const fullAt = Date.now()
  // Once nothing of before waits any more, what is acknowledged next was measured later, and never was on the disk.
  let rounds = 0
  let lookedAt = fullAt
  await expect
    .poll(async () => {
      const { ackAt, isDrained, isFull } = await line()
      if (isFull && isDrained && ackAt > lookedAt) {
        rounds += 1
        lookedAt = Date.now()
      }
      return rounds
    }, patient)
    .toBeGreaterThanOrEqual(3)
  await ship.killController()
  const seen = await onShore()
  expect(seen?.isFull).toBe('true')
  expect(seen?.sampledAt.getTime()).toBeGreaterThan(fullAt)
})
