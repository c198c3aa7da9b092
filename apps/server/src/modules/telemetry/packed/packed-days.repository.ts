import { sql } from 'kysely'
import type { TelemetrySums } from '../../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { partKey } from '../batches/ingest-plan.ts'
import { dayMs, utcMidnight } from '../partitions/partitions.ts'
import { addTo, sumColumns } from '../telemetry-sums.ts'
import { type Bucket, decodeDay, decodePoints, encodeDay } from './day-codec.ts'

const names = sql.raw(sumColumns.map(({ column }) => column).join(', '))

/** One miner in one UTC day. */
export type MinerDay = { controllerId: string; minerId: number; dayAt: number }

const dateOf = (dayAt: number) => new Date(dayAt).toISOString().slice(0, 10)

/** Days that ended before `beforeMs` and whose partition of 5-minute rows takes room, oldest first. */
export async function listUnpackedDays(db: Queryable, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ digits: string }>`
    SELECT right(c.relname, 8) AS digits FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'miner_5m'::regclass AND c.relname ~ '^miner_5m_\\d{8}$' AND pg_relation_size(c.oid) > 0 ORDER BY 1`.execute(
    db,
  )
  return rows
    .map(({ digits }) =>
      Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)) - 1, Number(digits.slice(6))),
    )
    .filter((dayAt) => dayAt + dayMs <= beforeMs)
}

/** The next miner, in order, with 5-minute rows in the day. */
export async function nextUnpacked(
  db: Queryable,
  dayAt: number,
  behind: MinerDay | null,
): Promise<MinerDay | null> {
  const { rows } = await sql<{ controllerId: string; minerId: number }>`
    SELECT controller_id, miner_id FROM miner_5m
    WHERE bucket >= ${new Date(dayAt)} AND bucket < ${new Date(dayAt + dayMs)}
      AND (controller_id, miner_id) > (${behind?.controllerId ?? ''}::text, ${behind?.minerId ?? 0}::int)
    ORDER BY controller_id, miner_id LIMIT 1`.execute(db)
  return rows[0] ? { ...rows[0], dayAt } : null
}

/** Takes the 5-minute rows of a miner's day. The caller holds the lock of the controller. */
async function takeRows(trx: Trx, { controllerId, minerId, dayAt }: MinerDay): Promise<Bucket[]> {
  const { rows } = await sql<TelemetrySums & { atS: number; mask: string }>`
    DELETE FROM miner_5m WHERE controller_id = ${controllerId} AND miner_id = ${minerId}
      AND bucket >= ${new Date(dayAt)} AND bucket < ${new Date(dayAt + dayMs)}
    RETURNING extract(epoch FROM bucket)::int8 AS at_s, mask::text AS mask, ${names}`.execute(trx)
  return rows.map(({ atS, mask, ...sums }) => ({ at: atS * 1000, mask: BigInt(mask), sums }))
}

async function findBlock(trx: Trx, { controllerId, minerId, dayAt }: MinerDay): Promise<Uint8Array | null> {
  const found = await trx
    .selectFrom('packedDays')
    .select('block')
    .where('controllerId', '=', controllerId)
    .where('minerId', '=', minerId)
    .where('day', '=', dateOf(dayAt))
    .executeTakeFirst()
  return found?.block ?? null
}

/** Both together: samples that came late are rows beside the block of their day. */
function merge(packed: readonly Bucket[], rows: readonly Bucket[]): Bucket[] {
  const merged = new Map(packed.map((bucket) => [bucket.at, bucket]))
  for (const row of rows) {
    const there = merged.get(row.at)
    if (!there) merged.set(row.at, row)
    else {
      there.mask |= row.mask
      addTo(there.sums, row.sums)
    }
  }
  return [...merged.values()]
}

/** A day that cannot be held exactly: its rows stay as they are. */
export class UnpackableDayError extends Error {
  override readonly name = 'UnpackableDayError'
}

/**
 * Moves the 5-minute rows of a miner's day into its block. The caller holds the lock of the controller.
 * @returns the block that was there before when it is broken: it is replaced.
 * @throws UnpackableDayError, so that the transaction leaves everything as it was.
 */
export async function packDay(trx: Trx, day: MinerDay): Promise<{ broken: Uint8Array | null }> {
  const block = await findBlock(trx, day)
  const packed = block && decodeDay(day.dayAt, block)
  const rows = await takeRows(trx, day)
  const isBroken = block !== null && packed === null
  if (rows.length === 0) return { broken: null }
  const next = encodeDay(day.dayAt, merge(packed ?? [], rows))
  if (!next) throw new UnpackableDayError(`miner ${day.minerId}, ${dateOf(day.dayAt)}`)
  const { controllerId, minerId, dayAt } = day
  await trx
    .insertInto('packedDays')
    .values({ controllerId, minerId, day: dateOf(dayAt), block: next })
    .onConflict((on) => on.columns(['controllerId', 'minerId', 'day']).doUpdateSet({ block: next }))
    .execute()
  return { broken: isBroken ? block : null }
}

/** The partition of a day's 5-minute rows. */
export const rowsOf = (dayAt: number) => `miner_5m_${dateOf(dayAt).replaceAll('-', '')}`

/** Slots in use in the packed buckets among `keys`. */
export async function readPackedMasks(
  trx: Queryable,
  controllerId: string,
  keys: readonly { minerId: number; bucketAt: number }[],
): Promise<Map<string, bigint>> {
  const wanted = new Set(keys.map(({ minerId, bucketAt }) => partKey(minerId, bucketAt)))
  const minerIds = [...new Set(keys.map(({ minerId }) => minerId))]
  const days = [...new Set(keys.map(({ bucketAt }) => utcMidnight(bucketAt)))]
  const pairs = new Set(keys.map(({ minerId, bucketAt }) => partKey(minerId, utcMidnight(bucketAt))))
  const masks = new Map<string, bigint>()
  if (keys.length === 0) return masks
  const rows = await trx
    .selectFrom('packedDays')
    .select(['minerId', 'day', 'block'])
    .where('controllerId', '=', controllerId)
    .where('minerId', 'in', minerIds)
    .where('day', 'in', days.map(dateOf))
    .execute()
  for (const { minerId, day, block } of rows) {
    const dayAt = Date.parse(day)
    if (!pairs.has(partKey(minerId, dayAt))) continue
    for (const { at, mask } of decodeDay(dayAt, block) ?? [])
      if (wanted.has(partKey(minerId, at))) masks.set(partKey(minerId, at), mask)
  }
  return masks
}

/** Adds the packed buckets of a range to points by step. A block that is broken is unknown. */
export function addPacked(
  steps: Map<number, TelemetrySums & { at: number }>,
  { dayAt, block }: { dayAt: number; block: Uint8Array },
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): void {
  for (const point of decodePoints(dayAt, block) ?? []) {
    if (point.at < from || point.at >= to) continue
    point.at = Math.floor(point.at / stepMs) * stepMs
    const there = steps.get(point.at)
    if (there) addTo(there, point)
    else steps.set(point.at, point)
  }
}
