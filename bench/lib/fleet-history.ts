import { createHash } from 'node:crypto'
import type { DeviceDetail } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import { createPartitions } from '../../apps/server/src/modules/telemetry/partitions/partitions.ts'
import type { Store } from '../../apps/server/src/platform/db/store.ts'

const dayMs = 86_400_000

/**
 * A fleet with a past. Days are kept of every miner. Hours and 5-minute values are written for the miners that charts are drawn of, over
 * the whole span, and for those of the first `recentOwners` owners over the last two days, which are the partitions that a 24 h chart opens.
 */
export type FleetHistory = {
  owners: number
  minersPerOwner: number
  days: number
  /** Owners, from the first on, whose miners have all their hours and 5-minute values. */
  deepOwners: number
  recentOwners: number
  /** The present of this fleet, ms: everything is current at this moment, and the day continues to its end. */
  now: number
}

export const ownerId = (index: number): string =>
  `00000000-0000-4000-8000-${(index + 1).toString(16).padStart(12, '0')}`
export const controllerId = (index: number): string => `SM-B${String(index + 1).padStart(5, '0')}`

const detail: DeviceDetail = {
  expectedHashrateGhs: 257_000,
  inletTemperatureC: 31.5,
  outletTemperatureC: 42.5,
  fanRpm: [],
  bestShareDifficulty: 812_345_678,
  blocksFound: 0,
  faults: [],
  boards: [0, 1, 2].map((index) => ({
    index,
    hashrateGhs: 85_400.25,
    temperatureC: 58.5,
    chipsOk: 204,
    chipsTotal: 204,
    dead: false,
  })),
  pools: [0, 1, 2].map((priority) => ({
    url: `stratum+tcp://pool-${priority}.example:3333`,
    user: 'aurora.hydro-01',
    status: 'alive' as const,
    active: priority === 0,
    priority,
  })),
}

/** Sums of a span in which everything was known, for a miner `m.id` and an hour-like number `k` that varies it. */
const sums = (seconds: number, polls: number) =>
  sql.raw(
    `(255000 + (m.id * 7919 + k) % 4000)::int8 * ${seconds}, 0, 5300::int8 * ${seconds}, (m.id % 50)::int8 * 65536000, 5 * ${polls}, 0, 0, ${polls}, ${polls}, ${seconds}, ${seconds}, ${seconds}, ${seconds}, (500 + (m.id + k) % 150)::int2`,
  )
const sumNames = sql.raw(
  'hash_gh, blind_hash_gh, energy_j, difficulty_milli, accepted, rejected, stale, n, difficulty_n, seconds, mining_seconds, hashrate_seconds, power_seconds, temp_max_dc',
)

/** Fills an empty migrated database. Rows lie in the order in which they would have been written: by time, then by miner. */
export async function writeFleetHistory(
  store: Store,
  history: FleetHistory,
  onDay: (done: number) => void,
): Promise<void> {
  const { owners, minersPerOwner, days, now } = history
  const db = store.maintenance
  const today = Math.floor(now / dayMs) * dayMs
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`

  await sql`
    INSERT INTO users (id, name, email)
    SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(g), 12, '0'))::uuid, 'Owner ' || g, 'owner' || g || '@example.org'
    FROM generate_series(1, ${owners + 1}::int) g`.execute(db)
  await sql`
    INSERT INTO controllers (id, name, location, owner_id, claim_key_hash, claimed_at, enrolled_at, version, ip_address, last_seen_at, connected, poll_interval_ms, created_at)
    SELECT 'SM-B' || lpad(g::text, 5, '0'), 'Ms Bench ' || g, 'Engine room', ('00000000-0000-4000-8000-' || lpad(to_hex(g), 12, '0'))::uuid,
      decode(md5(g::text) || md5('k' || g), 'hex'), ${at(today - days * dayMs)}, ${at(today - days * dayMs)}, '0.1.0', '192.0.2.1', ${at(now)}, true, 30000, ${at(today - days * dayMs)}
    FROM generate_series(1, ${owners}::int) g`.execute(db)
  await sql`
    INSERT INTO miners (controller_id, device_key, driver, make, model, firmware, mac_address, hostname, ip_address, port, detail, observed_at, created_at)
    SELECT 'SM-B' || lpad(((g - 1) / ${minersPerOwner}::int + 1)::text, 5, '0'), 'serial:bench-' || g, 'antminer', 'Antminer', 'S19 XP Hyd.', '2.0.3, Tue Jan 2 2024',
      '02:00:00:00:' || lpad(to_hex(g / 256), 2, '0') || ':' || lpad(to_hex(g % 256), 2, '0'), 'hydro-' || g, '192.168.1.' || (g % 250 + 1), 4028,
      ${JSON.stringify(detail)}::jsonb, ${at(now)}, ${at(today - days * dayMs)}
    FROM generate_series(1, ${owners * minersPerOwner}::int) g`.execute(db)
  const bucket = Math.floor(now / 300_000) * 300_000
  await sql`
    INSERT INTO miner_state (controller_id, miner_id, period_seconds, temperature_dc, state, sampled_at, received_at, uptime_seconds, hashrate_ghs, power_watts, bucket, mask, ${sumNames})
    SELECT m.controller_id, m.id, 30, 580, 'mining', ${at(now - 5_000)}, ${at(now - 4_000)}, 864000, 255000 + m.id % 4000, 5300, ${at(bucket)}, 1, ${sums(30, 1)}
    FROM miners m, (SELECT 1 AS k) one ORDER BY m.id`.execute(db)
  await sql`
    INSERT INTO network_days (day, difficulty, height, subsidy_sat, fees_sat_per_block, source, observed_at)
    SELECT d::date, 150000000000000, 920000, 312500000, 2500000, 'bench', d FROM generate_series(${at(today - days * dayMs)}, ${at(today)}, '1 day') d`.execute(
    db,
  )
  await sql`INSERT INTO price_quotes (currency, cents_per_btc, source, observed_at) VALUES ('EUR', 8000000, 'bench', ${at(now)})`.execute(
    db,
  )

  const partitions = createPartitions(store)
  const lastDeep = history.deepOwners * minersPerOwner
  const lastRecent = history.recentOwners * minersPerOwner
  for (let ago = days - 1; ago >= 0; ago--) {
    const day = today - ago * dayMs
    await partitions.ensure([day])
    const lastMiner = ago < 2 ? Math.max(lastDeep, lastRecent) : lastDeep
    const name = (table: string, digits: number) =>
      sql.ref(`${table}_${new Date(day).toISOString().replaceAll('-', '').slice(0, digits)}`)
    await sql`
      INSERT INTO ${name('miner_5m', 8)} (controller_id, miner_id, bucket, mask, ${sumNames})
      SELECT m.controller_id, m.id, ${at(day)} + k * interval '5 minutes', 1023, ${sums(300, 10)}
      FROM generate_series(0, 287) k CROSS JOIN miners m WHERE m.id <= ${lastMiner} ORDER BY k, m.id`.execute(
      db,
    )
    await sql`
      INSERT INTO ${name('miner_1h', 6)} (controller_id, miner_id, bucket, ${sumNames})
      SELECT m.controller_id, m.id, ${at(day)} + k * interval '1 hour', ${sums(3600, 120)}
      FROM generate_series(0, 23) k CROSS JOIN miners m WHERE m.id <= ${lastMiner} ORDER BY k, m.id`.execute(
      db,
    )
    await sql`
      INSERT INTO miner_1d (controller_id, miner_id, day, ${sumNames})
      SELECT m.controller_id, m.id, ${new Date(day).toISOString().slice(0, 10)}::date, ${sums(86_400, 2_880)}
      FROM miners m, (SELECT ${ago}::int AS k) one ORDER BY m.id`.execute(db)
    onDay(days - ago)
  }
  await sql`VACUUM (ANALYZE)`.execute(db)
  await sql`CHECKPOINT`.execute(db)
}

/** Changes whenever data made before would no longer be what this version makes. */
export function historyKey(history: FleetHistory, versions: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([history, writeFleetHistory.toString(), ...versions]))
    .digest('hex')
    .slice(0, 12)
}
