import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { poisonForms } from '../../apps/simulator/src/faults/fault.ts'
import { startShip } from '../../scripts/lib/stack.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * A miner of every kind answers impossible values in every figure or text, one kind of poison after the other, beside one that answers as
 * it should: the line to shore goes on, the sound one is never without samples, nothing impossible is shown, and afterwards each is the
 * miner that it was. Real: the controller's process, its line, the server with its database. Simulated: the miners.
 */
const fleet = {
  'whatsminer-m50s': 1,
  'whatsminer-m60s': 1,
  'avalon-q': 1,
  'sealminer-a2': 1,
  'proto-rig': 1,
  'luxos-s19kpro': 1,
  'braiins-s19xp': 1,
  'braiins-s21': 1,
  'vnish-s19': 1,
}
const StatusSchema = z.object({
  madeAt: z.number(),
  startedAt: z.number(),
  uplink: z.object({ state: z.string(), lastAckAgeMs: z.nullable(z.number()) }),
  spool: z.object({ unsentBatches: z.number() }),
  devices: z.array(
    z.object({
      key: z.string(),
      model: z.nullable(z.string()),
      lastAnswerAgeMs: z.nullable(z.number()),
      hashrateGhs: z.nullable(z.number()),
      powerWatts: z.nullable(z.number()),
      temperatureDeciC: z.nullable(z.number()),
    }),
  ),
})
const patient = { timeout: 300_000, interval: 500 }

let root: string
let server: Awaited<ReturnType<typeof startServer>>
let ship: Awaited<ReturnType<typeof startShip>>

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sm-poison-'))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn' },
  })
  ship = await startShip(server, {
    name: 'Ms Poison',
    location: 'Bow',
    dataDir: root,
    simulator: {
      miners: '2',
      lottery: '1',
      bitaxes: '1',
      fleet: Object.entries(fleet)
        .map(([model, count]) => `${model}=${count}`)
        .join(','),
    },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '4000' },
  })
})

afterEach(async () => {
  await ship.killController()
  await ship.stop()
  await server.kill()
  rmSync(root, { recursive: true, force: true })
})

/** On a connection of its own: one that was kept may be closed at the moment in which it is used again. */
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { connection: 'close', 'content-type': 'application/json' } })

async function look() {
  const status = StatusSchema.parse(await (await ask(`${ship.statusUrl}/status.json`)).json())
  const { lastAckAgeMs } = status.uplink
  return { ...status, ackAt: lastAckAgeMs === null ? 0 : status.madeAt - lastAckAgeMs }
}

const admin = (path: string, method: string, body?: object) =>
  ask(`${ship.simulatorUrl}/devices/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })

/** Resolves when everything that was measured after now was acknowledged, twice. */
async function lineGoesOn(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const { madeAt } = await look()
    await expect
      .poll(async () => {
        const { ackAt, spool } = await look()
        return ackAt > madeAt && spool.unsentBatches <= 1
      }, patient)
      .toBe(true)
  }
}

test('miners that answer impossible values harm nobody, and are themselves again afterwards', {
  timeout: 1_800_000,
}, async () => {
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(await (await ask(`${ship.simulatorUrl}/devices`)).json())
    .map(({ id }) => id)
  const [sound, ...others] = ids
  const answering = async () =>
    (await look()).devices.filter(({ lastAnswerAgeMs }) => (lastAnswerAgeMs ?? 1e9) < 20_000).length
  await expect.poll(answering, patient).toBe(ids.length)
  const before = await look()
  const keys = before.devices.map(({ key }) => key).sort()

  for (const form of poisonForms) {
    for (const id of others)
      expect((await admin(`${id}/faults`, 'PUT', { kind: 'poisoned', form })).ok).toBe(true)
    await lineGoesOn()
    await expect.poll(async () => [form, (await look()).uplink.state], patient).toEqual([form, 'live'])
    const { devices, startedAt } = await look()
    // It is the same run of the box: it reckons its start back from its clock.
    expect(Math.abs(startedAt - before.startedAt)).toBeLessThan(5_000)
    for (const { model, hashrateGhs, powerWatts, temperatureDeciC } of devices) {
      const isSane =
        (hashrateGhs ?? 0) <= 1_000_000 &&
        (powerWatts ?? 0) <= 20_000 &&
        Math.abs(temperatureDeciC ?? 0) <= 2_000
      expect([form, model, isSane, hashrateGhs, powerWatts, temperatureDeciC]).toEqual([
        ...[form, model, true, hashrateGhs, powerWatts, temperatureDeciC],
      ])
    }
    await admin('all/faults', 'DELETE')
  }
  await expect.poll(answering, patient).toBe(ids.length)
  await lineGoesOn()
  expect((await look()).devices.map(({ key }) => key).sort()).toEqual(keys)

  await ship.killController()
  await server.stop()
  expect(sound).toBeDefined()
  const store = await openData(join(root, 'server'))
  try {
    const { rows } = await sql<{ miners: number; aside: number; broken: number }>`
      SELECT (SELECT count(*) FROM miners)::int AS miners, (SELECT count(*) FROM set_aside)::int AS aside,
             (SELECT count(*) FROM miner_state WHERE hashrate_ghs > 1e6 OR power_watts > 20000)::int AS broken`.execute(
      store.db,
    )
    expect(rows).toEqual([{ miners: ids.length, aside: 0, broken: 0 }])
  } finally {
    await store.close()
  }
  const errors = readFileSync(join(root, 'server', 'server.log'), 'utf8').match(/"level":(50|60).*/g) ?? []
  expect(errors).toEqual([])
})
