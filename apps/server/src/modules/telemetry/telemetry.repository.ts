import { type CompiledQuery, sql } from 'kysely'
import type { TelemetrySums } from '../../platform/db/schema.ts'
import { keptPlan } from '../../platform/db/statements/kept-plan.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { whileWaiting } from '../../platform/db/while-waiting.ts'
import {
  type ControllerPart,
  type IngestPlan,
  type IngestRow,
  lateKeys,
  type OpenBucket,
  type Part,
  partKey,
  planIngest,
  type StateChange,
} from './batches/ingest-plan.ts'
import { readPackedMasks } from './packed/packed-days.repository.ts'
import { type Cell, numberArray, rowSource, type SourceColumn } from './row-source.ts'
import { sumColumns } from './telemetry-sums.ts'

const raw = (text: string) => sql.raw(text)
const joinRaw = (texts: readonly string[]) => raw(texts.join(', '))
const sumNames = sumColumns.map(({ column }) => column)
const allSums = joinRaw(sumNames)
const sumSource = (rows: readonly { sums: TelemetrySums }[]): SourceColumn[] =>
  sumColumns.map(({ field, column, type }) => ({
    name: column,
    type,
    values: rows.map(({ sums }) => sums[field]),
  }))
/** `expression` of the two operands for each sum, by how it accumulates. */
const addSumsOf = (old: string, extra: string, value: (column: string, expression: string) => string) =>
  joinRaw(
    sumColumns.map(({ column, add }) => {
      const [a, b] = [`${old}.${column}`, `${extra}.${column}`]
      const expression = {
        sum: `${a} + ${b}`,
        known: `coalesce(${a} + ${b}, ${a}, ${b})`,
        max: `greatest(${a}, ${b})`,
      }[add]
      return value(column, expression)
    }),
  )
/** What becomes of a row `m` to which the one that was to be inserted is added. */
export const mergeConflict = addSumsOf('m', 'excluded', (column, expression) => `${column} = ${expression}`)
const aggregated = joinRaw(
  sumColumns.map(
    ({ column, add, type }) => `${add === 'max' ? `max(${column})` : `sum(${column})::${type}`} AS ${column}`,
  ),
)
const seconds = (ms: number) => ms / 1000

/**
 * Locks a controller for this transaction. Every writer of its hot rows holds this lock, which is much cheaper than locking each of them.
 * @returns false when `skipLocked` and a writer holds it now, or when there is no such controller.
 */
export async function lockController(
  trx: Queryable,
  controllerId: string,
  { skipLocked = false } = {},
): Promise<boolean> {
  const { rows } = await sql`${keptPlan}
    SELECT id FROM controllers WHERE id = ${controllerId} FOR NO KEY UPDATE ${raw(skipLocked ? 'SKIP LOCKED' : '')}`.execute(
    trx,
  )
  return rows.length > 0
}

export type OpenBuckets = ReadonlyMap<number, OpenBucket>

/**
 * Reads the state of the hot rows as one text, because a thousand rows cost several times as much to transfer. `date_part` counts in double
 * precision, which holds milliseconds exactly; `extract` counts in numeric, at several times the cost.
 */
export async function readStates(
  trx: Queryable,
  controllerId: string,
  samples: readonly IngestRow[],
): Promise<OpenBuckets> {
  const minerIds = [...new Set(samples.map(({ minerId }) => minerId))].sort((a, b) => a - b)
  const { rows } = await sql<{ states: string | null }>`
    SELECT string_agg(concat_ws(' ', miner_id, date_part('epoch', bucket)::int8, mask, (date_part('epoch', sampled_at) * 1000)::int8), ',')
      AS states
    FROM miner_state WHERE controller_id = ${controllerId} AND miner_id = ANY(${numberArray(minerIds)})`.execute(
    trx,
  )
  const states = rows[0]?.states
  if (!states) return new Map()
  return new Map(
    states.split(',').map((line): [number, OpenBucket] => {
      const [minerId, bucketS, mask = '0', sampledMs] = line.split(' ')
      const sampledAtMs = sampledMs === undefined ? null : Number(sampledMs)
      return [Number(minerId), { bucketAt: Number(bucketS) * 1000, mask: BigInt(mask), sampledAtMs }]
    }),
  )
}

/** Slots in use in closed buckets, of rows and of packed days: a late sample is a row beside the block of its day until that is packed again. */
async function readClosedMasks(
  trx: Queryable,
  controllerId: string,
  keys: readonly { minerId: number; bucketAt: number }[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map()
  const buckets = keys.map(({ bucketAt }) => seconds(bucketAt))
  const wanted = rowSource([
    { name: 'miner_id', type: 'int', values: keys.map(({ minerId }) => minerId) },
    { name: 'bucket_s', type: 'int8', values: buckets },
  ])
  // The bounds are for the planner, so that it scans only the days in question.
  const { rows } = await sql<{ minerId: number; bucketS: number; mask: string }>`
    SELECT m.miner_id, extract(epoch FROM m.bucket)::int8 AS bucket_s, m.mask::text AS mask
    FROM ${wanted} AS k JOIN miner_5m m ON m.miner_id = k.miner_id AND m.bucket = to_timestamp(k.bucket_s)
    WHERE m.controller_id = ${controllerId}
      AND m.bucket BETWEEN to_timestamp(${Math.min(...buckets)}) AND to_timestamp(${Math.max(...buckets)})`.execute(
    trx,
  )
  const masks = await readPackedMasks(trx, controllerId, keys)
  for (const { minerId, bucketS, mask } of rows) {
    const key = partKey(minerId, bucketS * 1000)
    masks.set(key, (masks.get(key) ?? 0n) | BigInt(mask))
  }
  return masks
}

/** The day of a bucket in the time zone of the ship. A day that is stored stays as it was cut when the ship gets another zone. */
const dayOfBucket = (controllerId: string) =>
  sql`(bucket AT TIME ZONE (SELECT time_zone FROM controller_zones WHERE controller_id = ${controllerId}))::date`

/**
 * Moves the open buckets of `closing` and the `parts` into the closed 5-minute rows, and adds them to hours and days.
 * Reads the hot rows, which the caller resets afterwards. Partitions must exist.
 */
async function mergeClosed(
  trx: Queryable,
  controllerId: string,
  closing: readonly number[],
  parts: readonly Part[],
): Promise<void> {
  if (closing.length === 0 && parts.length === 0) return
  const late = rowSource([
    { name: 'miner_id', type: 'int', values: parts.map(({ minerId }) => minerId) },
    { name: 'bucket_s', type: 'int8', values: parts.map(({ bucketAt }) => seconds(bucketAt)) },
    { name: 'mask', type: 'int8', values: parts.map(({ mask }) => mask) },
    ...sumSource(parts),
  ])
  // Closing buckets alone are one row a miner; only with late parts among them is there anything to group.
  const isGrouped = parts.length > 0
  const sums = isGrouped ? aggregated : allSums
  const group = (keys: string) => raw(isGrouped ? `GROUP BY ${keys}` : '')
  await sql`
    WITH closing AS (
      SELECT miner_id, bucket, mask, ${joinRaw(sumColumns.map(({ column, type }) => `${column}::${type}`))}
      FROM miner_state WHERE controller_id = ${controllerId} AND miner_id = ANY(${numberArray(closing)}) AND n > 0
    ), late AS (
      SELECT miner_id, to_timestamp(bucket_s), mask, ${allSums} FROM ${late} AS p
    ), whole AS MATERIALIZED (
      SELECT miner_id, bucket, ${raw(isGrouped ? 'bit_or(mask) AS mask' : 'mask')}, ${sums}
      FROM (SELECT * FROM closing ${raw(isGrouped ? 'UNION ALL SELECT * FROM late' : '')}) AS kinds ${group('miner_id, bucket')}
    ), five_minutes AS (
      INSERT INTO miner_5m AS m (controller_id, miner_id, bucket, mask, ${allSums}) SELECT ${controllerId}, whole.* FROM whole
      ON CONFLICT (controller_id, miner_id, bucket) DO UPDATE SET mask = m.mask | excluded.mask, ${mergeConflict}
    ), hours AS (
      INSERT INTO miner_1h AS m (controller_id, miner_id, bucket, ${allSums})
      SELECT ${controllerId}, miner_id, date_bin('1 hour', bucket, 'epoch'), ${sums} FROM whole ${group('2, 3')}
      ON CONFLICT (controller_id, miner_id, bucket) DO UPDATE SET ${mergeConflict}
    )
    INSERT INTO miner_1d AS m (controller_id, miner_id, day, ${allSums})
    SELECT ${controllerId}, miner_id, ${dayOfBucket(controllerId)}, ${sums} FROM whole ${group('2, 3')}
    ON CONFLICT (controller_id, miner_id, day) DO UPDATE SET ${mergeConflict}`.execute(trx)
}

const changeSource = (changes: readonly StateChange[], more: readonly SourceColumn[]) => {
  const ofLatest = (name: string, type: string, pick: (row: IngestRow) => Cell): SourceColumn => ({
    name,
    type,
    values: changes.map(({ latest }) => (latest ? pick(latest) : null)),
  })
  return rowSource([
    { name: 'miner_id', type: 'int', values: changes.map(({ minerId }) => minerId) },
    { name: 'mask', type: 'int8', values: changes.map(({ mask }) => mask) },
    ...more,
    ...sumSource(changes),
    ofLatest('sampled_ms', 'int8', (row) => row.sampledAtMs),
    ofLatest('period_seconds', 'int2', (row) => row.periodSeconds),
    ofLatest('state', 'text', (row) => row.state),
    ofLatest('hashrate_ghs', 'int8', (row) => row.hashrateGhs),
    ofLatest('power_watts', 'int4', (row) => row.powerWatts),
    ofLatest('temperature_dc', 'int2', (row) => row.temperatureDc),
    ofLatest('uptime_seconds', 'int8', (row) => row.uptimeSeconds),
    ofLatest('flags', 'int4', (row) => row.flags),
  ])
}
const latestColumns = [
  'period_seconds',
  'state',
  'hashrate_ghs',
  'power_watts',
  'temperature_dc',
  'uptime_seconds',
  'flags',
]

/** The statement that changes the hot rows; null when none changes. */
function stateStatement(
  trx: Queryable,
  controllerId: string,
  receivedAtMs: number,
  changes: readonly StateChange[],
): CompiledQuery | null {
  if (changes.length === 0) return null
  const source = changeSource(changes, [
    { name: 'bucket_s', type: 'int8', values: changes.map(({ bucketAt }) => seconds(bucketAt)) },
    { name: 'afresh', type: 'boolean', values: changes.map(({ startsAfresh }) => startsAfresh) },
  ])
  const latest = latestColumns.map(
    (name) => `${name} = CASE WHEN i.sampled_ms IS NULL THEN s.${name} ELSE i.${name} END`,
  )
  return sql`
    UPDATE miner_state AS s SET
      bucket = to_timestamp(i.bucket_s),
      mask = CASE WHEN i.afresh THEN i.mask ELSE s.mask | i.mask END,
      ${addSumsOf('s', 'i', (name, expression) => `${name} = CASE WHEN i.afresh THEN i.${name} ELSE ${expression} END`)},
      sampled_at = CASE WHEN i.sampled_ms IS NULL THEN s.sampled_at ELSE to_timestamp(i.sampled_ms / 1000.0::float8) END,
      received_at = CASE WHEN i.sampled_ms IS NULL THEN s.received_at ELSE ${new Date(receivedAtMs)}::timestamptz END,
      ${joinRaw(latest)}
    FROM ${source} AS i
    WHERE s.controller_id = ${controllerId} AND s.miner_id = i.miner_id`.compile(trx)
}

/** Samples of buckets that are thought to be open, and the statement that adds them there. */
export type OpenAddition = { plan: IngestPlan; statement: CompiledQuery }

/**
 * Prepares adding samples to open buckets without reading their hot rows first. Pure, so that it can be made while the database works.
 * @param rows of miners that had samples in the bucket `bucketAt` before, and all of that bucket
 */
export function prepareAddition(
  trx: Queryable,
  controllerId: string,
  { bucketAt, rows }: { bucketAt: number; rows: readonly IngestRow[] },
  receivedAtMs: number,
): OpenAddition {
  const empty = { bucketAt, mask: 0n, sampledAtMs: null }
  const plan = planIngest(rows, new Map(rows.map(({ minerId }) => [minerId, empty])), new Map())
  const source = changeSource(plan.changes, [])
  const sums = addSumsOf('s', 'i', (name, expression) => `${name} = ${expression}`)
  const latest = joinRaw(latestColumns.map((name) => `${name} = i.${name}`))
  const statement = sql`
    UPDATE miner_state AS s SET
      mask = s.mask | i.mask, ${sums}, ${latest},
      sampled_at = to_timestamp(i.sampled_ms / 1000.0::float8), received_at = ${new Date(receivedAtMs)}::timestamptz
    FROM ${source} AS i
    WHERE s.controller_id = ${controllerId} AND s.miner_id = i.miner_id AND s.bucket = to_timestamp(${seconds(bucketAt)}::int8)
      AND s.mask <> 0 AND s.mask & i.mask = 0 AND s.sampled_at < to_timestamp(i.sampled_ms / 1000.0::float8)`.compile(
    trx,
  )
  // None is the first of its miner.
  const controllerParts = plan.controllerParts.map((part) => ({ ...part, miners: 0 }))
  return { plan: { ...plan, controllerParts }, statement }
}

/**
 * Adds samples to the hot rows alone; `ingestAdded` does the rest.
 * @returns whether all buckets were open, had the slots free, and no newer sample; otherwise the transaction must be rolled back
 */
export async function addToOpen(trx: Queryable, { plan, statement }: OpenAddition): Promise<boolean> {
  const { numAffectedRows } = await trx.executeQuery(statement)
  return Number(numAffectedRows) === plan.changes.length
}

/** What follows on `addToOpen`. */
export async function ingestAdded(
  trx: Queryable,
  controllerId: string,
  { plan: { stored, repeated, controllerParts } }: OpenAddition,
): Promise<Stored> {
  await addToController(trx, controllerId, controllerParts)
  return { stored, repeated }
}

async function addToController(
  trx: Queryable,
  controllerId: string,
  parts: readonly ControllerPart[],
): Promise<void> {
  if (parts.length === 0) return
  const counters = raw(
    'miner_buckets = m.miner_buckets + excluded.miner_buckets, buckets = m.buckets + excluded.buckets',
  )
  // Samples of the present are in one bucket: then there is nothing to group.
  const isGrouped = parts.length > 1
  const sums = isGrouped
    ? sql`${aggregated}, sum(miners)::int8, count(*) FILTER (WHERE is_new)::int4`
    : sql`${allSums}, miners, is_new::int4`
  const group = raw(isGrouped ? 'GROUP BY 2' : '')
  const source = rowSource([
    { name: 'bucket_s', type: 'int8', values: parts.map(({ bucketAt }) => seconds(bucketAt)) },
    { name: 'miners', type: 'int8', values: parts.map(({ miners }) => miners) },
    ...sumSource(parts),
  ])
  // A row that this statement inserted has no xmax: this distinguishes new buckets of the ship from those it adds to.
  await sql`${keptPlan}
    WITH part AS MATERIALIZED (
      SELECT to_timestamp(bucket_s) AS bucket, miners, ${allSums}
      FROM ${source} AS p
    ), five_minutes AS (
      INSERT INTO controller_5m AS m (controller_id, bucket, miner_buckets, buckets, ${allSums})
      SELECT ${controllerId}, bucket, miners, 1, ${allSums} FROM part ORDER BY bucket
      ON CONFLICT (controller_id, bucket) DO UPDATE SET miner_buckets = m.miner_buckets + excluded.miner_buckets, ${mergeConflict}
      RETURNING bucket, xmax = 0 AS is_new
    ), whole AS (SELECT part.*, five_minutes.is_new FROM part JOIN five_minutes USING (bucket)),
    hours AS (
      INSERT INTO controller_1h AS m (controller_id, bucket, ${allSums}, miner_buckets, buckets)
      SELECT ${controllerId}, date_bin('1 hour', bucket, 'epoch'), ${sums} FROM whole ${group}
      ON CONFLICT (controller_id, bucket) DO UPDATE SET ${counters}, ${mergeConflict}
    )
    INSERT INTO controller_1d AS m (controller_id, day, ${allSums}, miner_buckets, buckets)
    SELECT ${controllerId}, ${dayOfBucket(controllerId)}, ${sums} FROM whole ${group}
    ON CONFLICT (controller_id, day) DO UPDATE SET ${counters}, ${mergeConflict}`.execute(trx)
}

type Stored = { stored: number; repeated: number }

/**
 * Stores the samples of one controller, exactly once each whatever their order: hot rows, closed rows, hours, days and the
 * controller's roll-ups change together. Inside the caller's transaction, which holds the lock of the controller; partitions for all
 * of them must exist. Miners without a hot row make it throw.
 * @param states of the miners' hot rows, if they were read since the controller was locked
 */
export async function ingestSamples(
  trx: Queryable,
  controllerId: string,
  { rows, states = null }: { rows: readonly IngestRow[]; states?: OpenBuckets | null },
  receivedAtMs: number,
): Promise<Stored> {
  if (rows.length === 0) return { stored: 0, repeated: 0 }
  const open = states ?? (await readStates(trx, controllerId, rows))
  const closedMasks = await readClosedMasks(trx, controllerId, lateKeys(rows, open))
  const { stored, repeated, changes, parts, controllerParts } = planIngest(rows, open, closedMasks)
  const closing = changes
    .filter(({ minerId, startsAfresh }) => startsAfresh && open.get(minerId)?.mask !== 0n)
    .map(({ minerId }) => minerId)
  const merge = async () => {
    await mergeClosed(trx, controllerId, closing, parts)
    await addToController(trx, controllerId, controllerParts)
  }
  const [, change] = await whileWaiting(merge(), () =>
    stateStatement(trx, controllerId, receivedAtMs, changes),
  )
  if (change) await trx.executeQuery(change)
  return { stored, repeated }
}

export type SilentController = { controllerId: string; oldestBucketAt: number }

/** Controllers with open buckets that began before `beforeMs`: because their miners fell silent. */
export async function listSilent(
  db: Queryable,
  { fromMs, beforeMs }: { fromMs: number; beforeMs: number },
): Promise<SilentController[]> {
  const { rows } = await sql<SilentController>`
    SELECT controller_id, (extract(epoch FROM min(bucket)) * 1000)::int8 AS oldest_bucket_at FROM miner_state
    WHERE n > 0 AND bucket >= to_timestamp(${seconds(fromMs)}) AND bucket < to_timestamp(${seconds(beforeMs)}) GROUP BY controller_id ORDER BY controller_id`.execute(
    db,
  )
  return rows
}

/**
 * Closes a controller's open buckets that began before `beforeMs` and not before `fromMs`. The caller holds its lock.
 * @returns how many.
 */
export async function closeSilentBuckets(
  trx: Queryable,
  controllerId: string,
  fromMs: number,
  beforeMs: number,
): Promise<number> {
  const { rows } = await sql<{ minerId: number }>`
    SELECT miner_id FROM miner_state
    WHERE controller_id = ${controllerId} AND n > 0
      AND bucket >= to_timestamp(${seconds(fromMs)}) AND bucket < to_timestamp(${seconds(beforeMs)})`.execute(
    trx,
  )
  const minerIds = rows.map(({ minerId }) => minerId)
  if (minerIds.length === 0) return 0
  await mergeClosed(trx, controllerId, minerIds, [])
  await sql`
    UPDATE miner_state SET bucket = bucket + interval '5 minutes', mask = 0,
      ${joinRaw(sumColumns.map(({ column, add }) => `${column} = ${add === 'sum' ? '0' : 'NULL'}`))}
    WHERE controller_id = ${controllerId} AND miner_id = ANY(${numberArray(minerIds)})`.execute(trx)
  return minerIds.length
}
