import { randomBytes } from 'node:crypto'
import type { Sample } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import type { TelemetrySums } from '../../platform/db/schema.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { dayIn } from '../../platform/time.ts'
import { bucketOf, slotMs } from './batches/ingest-plan.ts'
import { ingestRowOf } from './telemetry.policy.ts'
import { addSums, sumColumns, sumsOfSample } from './telemetry-sums.ts'

/** A controller with a random id. */
export async function addController(db: Queryable): Promise<string> {
  const id = `SM-${randomBytes(4).toString('hex').toUpperCase()}`
  await db
    .insertInto('controllers')
    .values({ id, name: id, claimKeyHash: randomBytes(32) })
    .execute()
  return id
}

/** Numbers of the batches whose content is known, in order. */
export async function storedNumbers(db: Queryable, controllerId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('batchDigests')
    .select('seq')
    .where('controllerId', '=', controllerId)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

type Rows = Record<string, object>

/** Everything stored for a controller, by key, as plain values: closed rows and open buckets together. */
export async function readStored(db: Queryable, controllerId: string) {
  const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))
  const merged = sql.raw(
    sumColumns
      .map(
        ({ column, add, type }) =>
          `${add === 'max' ? `max(${column})` : `sum(${column})::${type}`} AS ${column}`,
      )
      .join(', '),
  )
  const read = async (source: ReturnType<typeof sql>, extra = sql``): Promise<Rows> => {
    const { rows } = await sql<{ key: string } & TelemetrySums>`
      SELECT key, ${merged} ${extra} FROM (${source}) AS part GROUP BY key`.execute(db)
    return Object.fromEntries(rows.map(({ key, ...values }) => [key, values]))
  }
  const where = sql`WHERE p.controller_id = ${controllerId}`
  const miners = sql`JOIN miners USING (controller_id) ${where} AND miners.id = p.miner_id`
  const ms = (expression: string) => sql.raw(`(extract(epoch FROM ${expression}) * 1000)::int8`)
  const hour = "date_bin('1 hour', bucket, 'epoch')"
  const shipDay =
    '(bucket AT TIME ZONE (SELECT time_zone FROM controller_zones z WHERE z.controller_id = p.controller_id))::date'
  const all = sql.raw(`p.${sumColumns.map(({ column }) => column).join(', p.')}`)
  const open = (key: string) =>
    sql`SELECT device_key || ' ' || ${sql.raw(key)}, ${all} FROM miner_state p ${miners} AND n > 0`
  const counters = sql`, sum(miner_buckets)::int8 AS miner_buckets, sum(buckets)::int8 AS buckets`
  const { rows: latest } = await sql<{
    deviceKey: string
    sampledAt: Date
    state: string
    hashrateGhs: number | null
  }>`
    SELECT device_key, sampled_at, state, hashrate_ghs FROM miner_state p ${miners} AND sampled_at IS NOT NULL`.execute(
    db,
  )
  return {
    miner5m:
      await read(sql`SELECT device_key || ' ' || ${ms('bucket')} AS key, ${all} FROM miner_5m p ${miners}
      UNION ALL SELECT device_key || ' ' || ${ms('bucket')}, ${all} FROM miner_state p ${miners} AND n > 0`),
    miner1h:
      await read(sql`SELECT device_key || ' ' || ${ms('bucket')} AS key, ${all} FROM miner_1h p ${miners}
      UNION ALL SELECT device_key || ' ' || ${ms('bucket')}, ${all} FROM past_hours p ${miners}
      UNION ALL SELECT device_key || ' ' || ${ms(hour)}, ${all} FROM miner_state p ${miners} AND n > 0`),
    miner1d: await read(
      sql`SELECT device_key || ' ' || day AS key, ${all} FROM miner_1d p ${miners} UNION ALL ${open(shipDay)}`,
    ),
    controller5m: await read(
      sql`SELECT ${ms('bucket')}::text AS key, ${names}, miner_buckets, buckets FROM controller_5m p ${where}`,
      counters,
    ),
    controller1h: await read(
      sql`SELECT ${ms('bucket')}::text AS key, ${names}, miner_buckets, buckets FROM controller_1h p ${where}`,
      counters,
    ),
    controller1d: await read(
      sql`SELECT day::text AS key, ${names}, miner_buckets, buckets FROM controller_1d p ${where}`,
      counters,
    ),
    latest: Object.fromEntries(
      latest.map(({ deviceKey, sampledAt, state, hashrateGhs }) => [
        deviceKey,
        { sampledAt: sampledAt.getTime(), state, hashrateGhs },
      ]),
    ) as Rows,
  }
}

/** The same computed naively from the samples alone, in their order of arrival. */
export function recompute(samples: readonly Sample[]): Awaited<ReturnType<typeof readStored>> {
  const taken = new Map<string, Sample>()
  for (const sample of samples) {
    const slot = `${sample.deviceKey} ${Math.floor(sample.sampledAt / slotMs)}`
    if (!taken.has(slot)) taken.set(slot, sample)
  }
  const group = (keyOf: (sample: Sample) => string): Record<string, TelemetrySums> => {
    const sums: Record<string, TelemetrySums> = {}
    for (const sample of taken.values()) {
      const key = keyOf(sample)
      const extra = sumsOfSample(ingestRowOf(sample, 0, sample.sampledAt))
      sums[key] = sums[key] ? addSums(sums[key], extra) : extra
    }
    return sums
  }
  const ship = (keyOf: (sample: Sample) => string) => {
    const rows: Rows = {}
    for (const [key, sums] of Object.entries(group(keyOf))) {
      const own = [...taken.values()].filter((sample) => keyOf(sample) === key)
      const minerBuckets = new Set(
        own.map(({ deviceKey, sampledAt }) => `${deviceKey} ${bucketOf(sampledAt)}`),
      ).size
      rows[key] = {
        ...sums,
        minerBuckets,
        buckets: new Set(own.map(({ sampledAt }) => bucketOf(sampledAt))).size,
      }
    }
    return rows
  }
  const hourOf = ({ sampledAt }: Sample) => String(Math.floor(sampledAt / 3_600_000) * 3_600_000)
  // Of a controller on no ship.
  const dayOf = ({ sampledAt }: Sample) => dayIn('Europe/Amsterdam', bucketOf(sampledAt))
  const latest: Record<string, { sampledAt: number; state: string | null; hashrateGhs: number | null }> = {}
  for (const { deviceKey, sampledAt, state, hashrateGhs } of taken.values())
    if (sampledAt > (latest[deviceKey]?.sampledAt ?? 0)) latest[deviceKey] = { sampledAt, state, hashrateGhs }
  return {
    miner5m: group((sample) => `${sample.deviceKey} ${bucketOf(sample.sampledAt)}`),
    miner1h: group((sample) => `${sample.deviceKey} ${hourOf(sample)}`),
    miner1d: group((sample) => `${sample.deviceKey} ${dayOf(sample)}`),
    controller5m: ship(({ sampledAt }) => String(bucketOf(sampledAt))),
    controller1h: ship(hourOf),
    controller1d: ship(dayOf),
    latest,
  }
}
