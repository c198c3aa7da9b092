import { type RawBuilder, sql } from 'kysely'
import type { TelemetrySums } from '../../platform/db/schema.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { hourRows } from './hour-rows.ts'
import { ownHistory } from './own-history.ts'
import { addPacked } from './packed/packed-days.repository.ts'
import type { DaySums, FleetPoint, SeriesPoint } from './telemetry.port.ts'
import { sumColumns } from './telemetry-sums.ts'

const hour = 3_600
const day = 86_400

/** Summed as floating point, which is exact for the whole numbers below 2^53 that plausible samples give, and several times faster. */
const summed = sql.raw(
  sumColumns
    .map(({ column, add }) => `${add === 'max' ? `max(${column})` : `sum(${column}::float8)`} AS ${column}`)
    .join(', '),
)
const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))
const unknownSums = sql.raw(sumColumns.map(() => 'NULL').join(', '))

/** The coarsest table whose rows fit into the step. */
const tableOf = (stepSeconds: number) =>
  stepSeconds % day === 0 ? '1d' : stepSeconds % hour === 0 ? '1h' : '5m'

type Range = { from: number; to: number; stepSeconds: number }

function alignRange({ from, to, stepSeconds }: Range): { from: Date; to: Date } {
  if (stepSeconds <= 0 || stepSeconds % 300 !== 0)
    throw new RangeError(`a step must be a multiple of 300 s, not ${stepSeconds}`)
  const stepMs = stepSeconds * 1000
  return { from: new Date(Math.floor(from / stepMs) * stepMs), to: new Date(Math.ceil(to / stepMs) * stepMs) }
}

/** Rows of a miner's closed buckets in the range, from whichever table has them, with their time as `at`; a day's is its date at midnight UTC. */
function closedRows(
  table: '5m' | '1h' | '1d',
  from: Date,
  to: Date,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (table === '1d')
    return sql`SELECT day::timestamp AT TIME ZONE 'UTC' AS at, ${names} FROM miner_1d
      WHERE ${where} AND day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date AND day < (${to}::timestamptz AT TIME ZONE 'UTC')::date`
  const columns = sql`bucket AS at, ${names}`
  const own = sql`${where} AND bucket >= ${from} AND bucket < ${to} AND ${ownHistory}`
  return table === '1h' ? hourRows(columns, own) : sql`SELECT ${columns} FROM miner_5m WHERE ${own}`
}

/**
 * One miner's values in steps, oldest first; including the open bucket. Steps without a sample are missing. The range is widened to whole
 * steps, which begin at multiples of the step since 1970 (UTC).
 * @throws RangeError when the step is not a multiple of 300 s.
 */
export async function readMinerSeries(
  db: Queryable,
  query: Range & { controllerId: string; minerId: number },
): Promise<SeriesPoint[]> {
  const { from, to } = alignRange(query)
  const table = tableOf(query.stepSeconds)
  const where = sql`controller_id = ${query.controllerId} AND miner_id = ${query.minerId}`
  // In one statement with the rows: a day is packed as a whole or not at all.
  const blocks =
    table === '5m'
      ? sql`UNION ALL SELECT extract(epoch FROM day::timestamp AT TIME ZONE 'UTC')::int8, ${unknownSums}, block,
          (SELECT history_from FROM controllers WHERE id = controller_id)
        FROM packed_days WHERE ${where} AND day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date AND day <= (${to}::timestamptz AT TIME ZONE 'UTC')::date`
      : sql``
  type Row = TelemetrySums & { atS: number; block: Uint8Array | null; ownFrom: Date | null }
  const { rows } = await sql<Row>`
    SELECT extract(epoch FROM date_bin(make_interval(secs => ${query.stepSeconds}::int), at, 'epoch'))::int8 AS at_s, ${summed},
      NULL::bytea AS block, NULL::timestamptz AS own_from
    FROM (
      ${closedRows(table, from, to, where)}
      UNION ALL
      SELECT bucket, ${names} FROM miner_state WHERE ${where} AND n > 0 AND bucket >= ${from} AND bucket < ${to}
    ) AS part GROUP BY 1 ${blocks} ORDER BY 1`.execute(db)
  const steps = new Map<number, SeriesPoint>()
  for (const { atS, block, ownFrom, ...sums } of rows)
    if (!block) steps.set(atS * 1000, { at: atS * 1000, ...sums })
  for (const { atS, block, ownFrom } of rows) {
    if (!block) continue
    const own = Math.max(from.getTime(), ownFrom?.getTime() ?? 0)
    addPacked(
      steps,
      { dayAt: atS * 1000, block },
      { from: own, to: to.getTime(), stepMs: query.stepSeconds * 1000 },
    )
  }
  return Array.from(steps.values()).sort((a, b) => a.at - b.at)
}

/**
 * Several ships together, in steps, oldest first; always up to the last stored sample. Steps without a sample are missing.
 * Each ship counts with the mean of the miners that reported times how many did.
 */
export async function readFleetSeries(
  db: Queryable,
  query: Range & { controllerIds: readonly string[] },
): Promise<FleetPoint[]> {
  if (query.controllerIds.length === 0) return []
  const { from, to } = alignRange(query)
  const table = tableOf(query.stepSeconds)
  const ids = sql`${sql.val([...query.controllerIds])}::text[]`
  const source =
    table === '1d'
      ? sql`SELECT *, day::timestamp AT TIME ZONE 'UTC' AS at FROM controller_1d WHERE controller_id = ANY(${ids})
          AND day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date AND day < (${to}::timestamptz AT TIME ZONE 'UTC')::date`
      : sql`SELECT *, bucket AS at FROM ${sql.ref(`controller_${table}`)}
          WHERE controller_id = ANY(${ids}) AND bucket >= ${from} AND bucket < ${to}`
  const { rows } = await sql<{
    atS: number
    hashrateGhs: number | null
    powerWatts: number | null
    miners: number
    tempMaxDc: number | null
    accepted: number | null
    rejected: number | null
  }>`
    WITH ship AS (
      SELECT date_bin(make_interval(secs => ${query.stepSeconds}::int), at, 'epoch') AS at,
        sum(hash_gh::float8) AS hash_gh, sum(energy_j::float8) AS energy_j, sum(hashrate_seconds::float8) AS hashrate_seconds,
        sum(power_seconds::float8) AS power_seconds, sum(seconds::float8) AS seconds,
        sum(miner_buckets::float8) / sum(buckets) AS miners, max(temp_max_dc) AS temp_max_dc,
        sum(accepted::float8) AS accepted, sum(rejected::float8) AS rejected
      FROM (${source}) AS part GROUP BY controller_id, 1)
    SELECT extract(epoch FROM at)::int8 AS at_s,
      (sum(hash_gh * miners / seconds) FILTER (WHERE hashrate_seconds > 0)) AS hashrate_ghs,
      (sum(energy_j * miners / seconds) FILTER (WHERE power_seconds > 0)) AS power_watts,
      sum(miners) AS miners, max(temp_max_dc) AS temp_max_dc, sum(accepted) AS accepted, sum(rejected) AS rejected
    FROM ship GROUP BY at ORDER BY at`.execute(db)
  return rows.map(({ atS, ...point }) => ({ at: atS * 1000, ...point }))
}

/** Sums of each miner and day of its ship (`'2026-11-20'`, both ends included), including the open bucket. */
export async function readDaySums(
  db: Queryable,
  query: { controllerIds: readonly string[]; fromDay: string; toDay: string; minerId?: number },
): Promise<DaySums[]> {
  if (query.controllerIds.length === 0) return []
  const ids = sql`${sql.val([...query.controllerIds])}::text[]`
  const one = query.minerId === undefined ? sql`` : sql`AND miner_id = ${query.minerId}`
  const { rows } = await sql<DaySums>`
    SELECT controller_id, miner_id, day, ${summed}
    FROM (
      SELECT controller_id, miner_id, day, ${names} FROM miner_1d
      WHERE controller_id = ANY(${ids}) ${one} AND day BETWEEN ${query.fromDay}::date AND ${query.toDay}::date
      UNION ALL
      SELECT controller_id, miner_id, (bucket AT TIME ZONE time_zone)::date, ${names}
      FROM miner_state JOIN controller_zones USING (controller_id)
      WHERE controller_id = ANY(${ids}) ${one} AND n > 0
        AND (bucket AT TIME ZONE time_zone)::date BETWEEN ${query.fromDay}::date AND ${query.toDay}::date
    ) AS part GROUP BY controller_id, miner_id, day ORDER BY controller_id, miner_id, day`.execute(db)
  return rows
}

/**
 * Sums of each miner of some controllers over a range, including the open bucket: from hours, and up to three hours from 5-minute rows, which
 * are there of the last hours only.
 */
export async function readMinerSums(
  db: Queryable,
  query: { controllerIds: readonly string[]; from: Date; to: Date },
): Promise<Pick<DaySums, 'minerId' | 'hashGh' | 'hashrateSeconds' | 'energyJ' | 'powerSeconds'>[]> {
  if (query.controllerIds.length === 0) return []
  const { from, to } = query
  const isShort = to.getTime() - from.getTime() <= 3 * hour * 1000
  const own = sql`controller_id = ANY(${sql.val([...query.controllerIds])}::text[]) AND bucket >= ${from} AND bucket < ${to}`
  const columns = sql`miner_id, hash_gh, hashrate_seconds, energy_j, power_seconds`
  const { rows } = await sql<Awaited<ReturnType<typeof readMinerSums>>[number]>`
    SELECT miner_id, sum(hash_gh::float8) AS hash_gh, sum(hashrate_seconds::float8) AS hashrate_seconds,
           sum(energy_j::float8) AS energy_j, sum(power_seconds::float8) AS power_seconds
    FROM (
      ${isShort ? sql`SELECT ${columns} FROM miner_5m WHERE ${own} AND ${ownHistory}` : hourRows(columns, sql`${own} AND ${ownHistory}`)}
      UNION ALL
      SELECT ${columns} FROM miner_state WHERE n > 0 AND ${own}
    ) AS parts GROUP BY miner_id`.execute(db)
  return rows
}
