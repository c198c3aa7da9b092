import { sql } from 'kysely'
import { createPartitions } from '../../apps/server/src/modules/telemetry/partitions/partitions.ts'
import type { Telemetry } from '../../apps/server/src/modules/telemetry/telemetry.service.ts'
import { sumColumns } from '../../apps/server/src/modules/telemetry/telemetry-sums.ts'
import type { Store } from '../../apps/server/src/platform/db/store.ts'

const dayMs = 86_400_000
const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))
const ofCopied = sql.raw(sumColumns.map(({ column }) => `p.${column}`).join(', '))
const added = sql.raw(
  sumColumns.map(({ column, add }) => `${add === 'max' ? 'max' : 'sum'}(${column})`).join(', '),
)

/** One day of 5-minute values that wander as those of miners do, 2 % of the hours off, with their hours and days. */
export async function writeMadeDay(
  store: Store,
  dayAt: number,
  { lastMiner = 2 ** 31 - 1, buckets = 288 } = {},
): Promise<void> {
  const db = store.maintenance
  const at = new Date(dayAt)
  await sql`
    INSERT INTO miner_5m (controller_id, miner_id, bucket, mask, ${names})
    SELECT m.controller_id, m.id, ${at}::timestamptz + k * interval '5 minutes', 146402730743726601, 10, 300, 300, 300,
      300 * (253000 + (4000 * (random() + random() + random()) / 1.5)::int8), 0, 300, 300 * 5300 + (65535 * random())::int8, 570 + (20 * random())::int2,
      12 + (16 * random())::int4, (random() < 0.02)::int4, 0, 65536000::int8 * (12 + (16 * random())::int8), 10
    FROM generate_series(0, ${buckets - 1}::int) k CROSS JOIN miners m
    WHERE m.id <= ${lastMiner} AND (m.id * 31 + k / 12 + ${Math.round(dayAt / dayMs)}::int) % 50 > 0 ORDER BY k, m.id`.execute(
    db,
  )
  const ofDay = sql`FROM miner_5m WHERE bucket >= ${at} AND bucket < ${new Date(dayAt + dayMs)}`
  await sql`
    INSERT INTO miner_1h (controller_id, miner_id, bucket, ${names})
    SELECT controller_id, miner_id, date_bin('1 hour', bucket, 'epoch') AS at, ${added} ${ofDay} GROUP BY 1, 2, 3 ORDER BY 3, 2`.execute(
    db,
  )
  await sql`
    INSERT INTO miner_1d (controller_id, miner_id, day, ${names})
    SELECT controller_id, miner_id, ${at.toISOString().slice(0, 10)}::date, ${added} ${ofDay} GROUP BY 1, 2 ORDER BY 2`.execute(
    db,
  )
}

/** A table with its partitions and keys. */
export async function bytesOf(store: Store, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT (pg_total_relation_size(${table}::regclass) + coalesce((SELECT sum(pg_total_relation_size(relid))
      FROM pg_partition_tree(${table}::regclass) WHERE isleaf AND level > 0), 0))::int8 AS bytes`.execute(
    store.db,
  )
  return Number(rows[0]?.bytes)
}

/** Packs and moves all that the product would until `now`. @returns how long packing one day of one miner took. */
export async function packAll(telemetry: Telemetry, now: number): Promise<number> {
  const startedAt = performance.now()
  let packed = 0
  for (let turn = -1; turn !== 0; packed += turn) turn = await telemetry.pack(now)
  const each = (performance.now() - startedAt) / packed
  while ((await telemetry.moveHours(now)) > 0);
  return each
}

export type CopiedPast = {
  /** Days of before today, oldest last: of the first `made` miners all of them as blocks and hours, of the others the last `recent`. */
  days: number
  recent: number
  /** Miners, from the first on, and days whose past the product itself stored, packed and moved. */
  made: number
  madeDays: number
  today: number
}

/**
 * A past of many miners. That of the first is made by the product, over some days; blocks, hours and days of all others are copies of these, moved
 * by whole days. So every row and block is one that the product wrote.
 */
export async function writeCopiedPast(
  store: Store,
  telemetry: Telemetry,
  past: CopiedPast,
  onDay: (done: number) => void,
): Promise<void> {
  const db = store.maintenance
  const partitions = createPartitions(store)
  const { days, recent, made, madeDays, today } = past
  const dayOf = (at: number) => sql`${new Date(at).toISOString().slice(0, 10)}::date`
  await partitions.ensure([today, today + dayMs])
  for (let ago = madeDays; ago >= 1; ago--) {
    await partitions.ensure([today - ago * dayMs])
    await writeMadeDay(store, today - ago * dayMs, { lastMiner: made })
    await packAll(telemetry, today - ago * dayMs + 2 * dayMs)
  }
  await sql`ANALYZE`.execute(db)
  for (let ago = days; ago >= 1; ago--) {
    const dayAt = today - ago * dayMs
    const fromAt = today - (((ago - 1) % madeDays) + 1) * dayMs
    await partitions.ensure([dayAt])
    const isMade = ago <= madeDays
    const from = (column: string) => sql`JOIN miners m ON (m.id - 1) % ${made}::int = p.miner_id - 1
      WHERE p.miner_id <= ${made} AND m.id > ${isMade ? made : 0} AND p.${sql.raw(column)}`
    const isNear = ago <= recent ? sql`` : sql`AND m.id <= ${made}`
    const order = sql`ORDER BY m.controller_id, m.id`
    await sql`INSERT INTO miner_1d (controller_id, miner_id, day, ${names})
      SELECT m.controller_id, m.id, ${dayOf(dayAt)}, ${ofCopied} FROM miner_1d p ${from('day')} = ${dayOf(fromAt)} ${order}`.execute(
      db,
    )
    await sql`INSERT INTO packed_days (controller_id, miner_id, day, block)
      SELECT m.controller_id, m.id, ${dayOf(dayAt)}, p.block FROM packed_days p ${from('day')} = ${dayOf(fromAt)} ${isNear} ${order}`.execute(
      db,
    )
    await sql`INSERT INTO past_hours (controller_id, miner_id, bucket, ${names})
      SELECT m.controller_id, m.id, p.bucket + ${(dayAt - fromAt) / dayMs}::int * interval '1 day', ${ofCopied} FROM past_hours p
      ${from('bucket')} >= ${new Date(fromAt)} AND p.bucket < ${new Date(fromAt + dayMs)} ${isNear} ${order}, p.bucket`.execute(
      db,
    )
    onDay(days - ago + 1)
  }
}

/** The sums of boxes over what their miners have, as ingest keeps them. */
export async function writeBoxSums(store: Store, today: number): Promise<void> {
  const db = store.maintenance
  const sums = sql`${added}, sum(n)::int8 / 10`
  const of = (table: string, key: string, source: string, buckets: number) => sql`
    INSERT INTO ${sql.raw(table)} (controller_id, ${sql.raw(key)}, ${names}, miner_buckets, buckets)
    SELECT controller_id, ${sql.raw(key)}, ${sums}, ${buckets}::int FROM ${sql.raw(source)} GROUP BY 1, 2`
  await of('controller_1d', 'day', 'miner_1d', 288).execute(db)
  await of(
    'controller_1h',
    'bucket',
    '(SELECT * FROM past_hours UNION ALL SELECT * FROM miner_1h) AS hours',
    12,
  ).execute(db)
  await sql`${of('controller_5m', 'bucket', `(SELECT * FROM miner_5m WHERE bucket >= '${new Date(today).toISOString()}') AS rows`, 1)}`.execute(
    db,
  )
}
