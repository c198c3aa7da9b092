import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enrolUntilDone } from '../../apps/controller/src/identity/enrolment.ts'
import { loadOrCreateKey } from '../../apps/controller/src/identity/key-pair.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { openSpool } from '../../apps/controller/src/spool/spool.ts'
import { createUplink } from '../../apps/controller/src/uplink/uplink.ts'
import { unpackDays } from '../../apps/server/src/modules/telemetry/packed/packed-testing.ts'
import { createController } from '../../scripts/lib/stack.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The server is killed again and again and the line is cut for days while samples flow. Afterwards every sample that the controller
 * wrote to its disk is in the database exactly once, and every roll-up equals a recomputation from the samples.
 *
 * Real: the server process, its database, the controller's spool, key, enrolment and uplink. Simulated: what the miners said, and the
 * days without a line, which are written to the spool before the uplink is started for the first time.
 */
const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 100 : 8
const daysWithoutUplink = isLong ? 4 : 2
const miners = isLong ? 20 : 6
const periodSeconds = 60

const bucketMs = 300_000
const dayMs = 86_400_000

/** A small seeded generator, so that a failure can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Sums = {
  n: number
  seconds: number
  hashGh: number
  powerSeconds: number
  energyJ: number
  accepted: number
  difficultyMilli: number
  tempMaxDc: number | null
}
const noSums = (): Sums => ({
  n: 0,
  seconds: 0,
  hashGh: 0,
  powerSeconds: 0,
  energyJ: 0,
  accepted: 0,
  difficultyMilli: 0,
  tempMaxDc: null,
})

function add(sums: Map<string, Sums>, key: string, sample: Sample): void {
  const entry = sums.get(key) ?? noSums()
  sums.set(key, entry)
  entry.n += 1
  entry.seconds += sample.periodSeconds
  entry.hashGh += (sample.hashrateGhs ?? 0) * sample.periodSeconds
  entry.powerSeconds += sample.powerWatts === null ? 0 : sample.periodSeconds
  entry.energyJ += (sample.powerWatts ?? 0) * sample.periodSeconds
  entry.accepted += sample.acceptedShares ?? 0
  entry.difficultyMilli += sample.acceptedDifficultyMilli ?? 0
  if (sample.temperatureDeciC !== null)
    entry.tempMaxDc = Math.max(entry.tempMaxDc ?? sample.temperatureDeciC, sample.temperatureDeciC)
}

test(`${kills} kills of the server and ${daysWithoutUplink} days without a line lose nothing and double nothing`, {
  timeout: isLong ? 3_000_000 : 1_200_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-fault-'))
  const random = mulberry32(20_261_120)
  const server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn' },
  })
  try {
    const created = await createController(server, 'Ms Fault', 'Bow')
    const key = await loadOrCreateKey(join(root, 'controller.key'))
    const enrolled = await enrolUntilDone({
      serverUrl: server.url,
      request: {
        controllerId: created.controllerId,
        enrolmentToken: created.enrolmentToken,
        publicKey: key.publicKey,
        version: 'test',
      },
      fetchFn: fetch,
      random,
      signal: AbortSignal.timeout(20_000),
      onAnswer() {},
      log: silentLogger,
    })
    expect(enrolled).toBe(true)
    const spool = await openSpool<number>({
      directory: join(root, 'spool'),
      maxBytes: 2 ** 30,
      now: Date.now,
      log: silentLogger,
      onEvent() {},
    })

    const taken: Sample[] = []
    const sampleAt = (deviceKey: string, sampledAt: number): Sample => ({
      deviceKey,
      sampledAt,
      periodSeconds,
      state: random() < 0.1 ? 'idle' : 'mining',
      hashrateGhs: random() < 0.05 ? null : Math.floor(random() * 260_000),
      powerWatts: random() < 0.3 ? null : Math.floor(random() * 5_500),
      temperatureDeciC: random() < 0.05 ? null : Math.floor(random() * 900),
      uptimeSeconds: null,
      acceptedShares: random() < 0.05 ? null : Math.floor(random() * 9),
      rejectedShares: 0,
      staleShares: null,
      acceptedDifficultyMilli: random() < 0.05 ? null : Math.floor(random() * 1e9),
      flags: [],
    })
    async function takeRound(roundAt: number): Promise<void> {
      const samples = Array.from({ length: miners }, (_, index) =>
        sampleAt(`mac:02:00:00:00:00:${String(index + 10)}`, roundAt),
      )
      taken.push(...samples)
      expect(await spool.append({ samples, devices: [], events: [], carry: {} })).not.toBeNull()
    }

    // In the middle of a slot, so that the small differences of a measured clock offset never move a sample into the next one.
    const now = Math.floor(Date.now() / 60_000) * 60_000 + 2_500
    const first = now - daysWithoutUplink * dayMs
    for (let at = first; at < now; at += periodSeconds * 1000) await takeRound(at)
    const backlog = spool.status().unsentBatches
    expect(backlog).toBe((daysWithoutUplink * dayMs) / (periodSeconds * 1000))

    const uplink = createUplink({
      serverUrl: server.url,
      controllerId: created.controllerId,
      version: 'test',
      pollIntervalMs: periodSeconds * 1000,
      key,
      spool,
      clock: systemClock,
      random,
      log: silentLogger,
    })
    uplink.start()
    let killed = 0
    for (let round = 0; killed < kills; round++) {
      // Past rounds that have not been used yet: late samples arrive between the kills, beside the backlog.
      await takeRound(first - (round + 1) * periodSeconds * 1000)
      const unsent = spool.status().unsentBatches
      const goal = Math.max(0, unsent - Math.floor((random() * backlog) / kills) - 1)
      await until(() => spool.status().unsentBatches <= goal)
      await server.kill()
      killed += 1
      await server.start()
      uplink.retryNow()
    }
    await until(() => spool.status().unsentBatches === 0)
    await uplink.stop()
    await spool.close()
    await server.stop()

    const store = await openData(join(root, 'server'))
    try {
      await unpackDays(store.db)
      const byBucket = new Map<string, Sums>()
      const byDay = new Map<string, Sums>()
      const shipByBucket = new Map<string, Sums>()
      for (const sample of taken) {
        const bucket = Math.floor(sample.sampledAt / bucketMs) * bucketMs
        // Of a ship whose owner named no zone.
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(
          sample.sampledAt,
        )
        add(byBucket, `${sample.deviceKey} ${bucket}`, sample)
        add(byDay, `${sample.deviceKey} ${day}`, sample)
        add(shipByBucket, `${bucket}`, sample)
      }
      const columns = sql`n, seconds, hash_gh, power_seconds, energy_j, accepted, difficulty_milli, temp_max_dc`
      const summed = sql`sum(n) AS n, sum(seconds) AS seconds, sum(hash_gh) AS hash_gh, sum(power_seconds) AS power_seconds,
          sum(energy_j) AS energy_j, coalesce(sum(accepted), 0) AS accepted, sum(difficulty_milli) AS difficulty_milli, max(temp_max_dc) AS temp_max_dc`
      const read = async (query: ReturnType<typeof sql<Sums & { key: string }>>) =>
        new Map(
          (await query.execute(store.db)).rows.map(({ key: rowKey, ...sums }) => [
            rowKey,
            Object.fromEntries(
              Object.entries(sums).map(([name, value]) => [name, value === null ? null : Number(value)]),
            ),
          ]),
        )
      const buckets = await read(sql`
          SELECT m.device_key || ' ' || (extract(epoch FROM bucket) * 1000)::int8 AS key, ${summed} FROM (
            SELECT miner_id, bucket, ${columns} FROM miner_5m UNION ALL SELECT miner_id, bucket, ${columns} FROM miner_state WHERE n > 0
          ) t JOIN miners m ON m.id = t.miner_id GROUP BY 1`)
      const days = await read(sql`
          SELECT m.device_key || ' ' || day AS key, ${summed} FROM (
            SELECT miner_id, day, ${columns} FROM miner_1d
            UNION ALL SELECT miner_id, (bucket AT TIME ZONE 'Europe/Amsterdam')::date, ${columns} FROM miner_state WHERE n > 0
          ) t JOIN miners m ON m.id = t.miner_id GROUP BY 1`)
      const ship = await read(sql`
          SELECT (extract(epoch FROM bucket) * 1000)::int8::text AS key, ${summed} FROM controller_5m GROUP BY bucket`)

      expect([...buckets.values()].reduce((sum, { n }) => sum + Number(n), 0)).toBe(taken.length)
      expect(sorted(buckets)).toEqual(sorted(byBucket))
      expect(sorted(days)).toEqual(sorted(byDay))
      expect(sorted(ship)).toEqual(sorted(shipByBucket))
    } finally {
      await store.close()
    }
  } finally {
    await server.kill()
    rmSync(root, { recursive: true, force: true })
  }
})

const sorted = (map: ReadonlyMap<string, unknown>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The limit is against hanging: a machine may be busy with much else. */
async function until(isTrue: () => boolean, limitMs = 600_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
