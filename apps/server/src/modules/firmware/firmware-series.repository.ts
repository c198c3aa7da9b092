import type { FirmwareProgress, FirmwareSeriesState } from '@shipminer/contract/control/firmware'
import type { Insertable, Selectable } from 'kysely'
import type { FirmwareSeriesTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type SeriesRow = Selectable<FirmwareSeriesTable>

/** States in which a series still has something to do. */
const open: readonly FirmwareSeriesState[] = ['ordered', 'fetching', 'checking', 'updating']
export const isOpen = ({ state }: Pick<SeriesRow, 'state'>): boolean => open.includes(state)

/** A miner that is listed and can be reached, with what names it. */
export type MinerRow = Awaited<ReturnType<typeof listMiners>>[number]

/** Miners of an owner; those of others do not exist. */
export function listMiners(db: Queryable, ownerId: string) {
  return db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .select([
      'm.id',
      'm.controllerId',
      'm.deviceKey',
      'm.driver',
      'm.name',
      'm.called',
      'm.make',
      'm.model',
      'm.firmware',
      'm.detail',
    ])
    .where('c.ownerId', '=', ownerId)
    .where('c.revokedAt', 'is', null)
    .where('m.hiddenAt', 'is', null)
    .orderBy('m.controllerId')
    .orderBy('m.id')
    .execute()
}

/** Newest first. */
export function listSeries(db: Queryable, ownerId: string, limit: number): Promise<SeriesRow[]> {
  return db
    .selectFrom('firmwareSeries')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('issuedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Throws a unique violation when one is under way on that controller. */
export async function insertSeries(trx: Trx, series: Insertable<FirmwareSeriesTable>): Promise<void> {
  await trx.insertInto('firmwareSeries').values(series).execute()
}

export async function hasOpenSeries(
  db: Queryable,
  { ownerId, sha256 }: { ownerId: string; sha256: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('firmwareSeries')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('state', 'in', [...open])
    .executeTakeFirst()
  return row !== undefined
}

/** The series that a controller is to carry out, oldest first. */
export function listOpenSeries(db: Queryable, controllerId: string): Promise<SeriesRow[]> {
  return db
    .selectFrom('firmwareSeries')
    .selectAll()
    .where('controllerId', '=', controllerId)
    .where('state', 'in', [...open])
    .orderBy('issuedAt')
    .execute()
}

/** The series whose file one controller may have. */
export async function findSeriesOf(
  db: Queryable,
  controllerId: string,
  id: string,
): Promise<SeriesRow | null> {
  const row = await db
    .selectFrom('firmwareSeries')
    .selectAll()
    .where('controllerId', '=', controllerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Whether there was one of that owner. */
export async function markCancelled(db: Queryable, ownerId: string, id: string): Promise<string | null> {
  const row = await db
    .updateTable('firmwareSeries')
    .set({ isCancelled: true })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returning('controllerId')
    .executeTakeFirst()
  return row?.controllerId ?? null
}

/** Stores how far a series is; what is no news has no effect. */
export async function storeProgress(
  trx: Trx,
  controllerId: string,
  message: FirmwareProgress,
  changedAt: Date,
): Promise<SeriesRow | null> {
  const { orderId, step, state, reason, fetchedPercent, devices } = message
  const row = await trx
    .selectFrom('firmwareSeries')
    .selectAll()
    .where('id', '=', orderId)
    .where('controllerId', '=', controllerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined || !isOpen(row) || state === 'ordered' || state === 'expired') return null
  const isNews = step > row.step || (step === row.step && (fetchedPercent ?? -1) > (row.fetchedPercent ?? -1))
  if (!isNews) return null
  await trx
    .updateTable('firmwareSeries')
    .set({ state, step, reason, fetchedPercent, changedAt, devices: JSON.stringify(devices) })
    .where('id', '=', orderId)
    .execute()
  return { ...row, state }
}

/** Miners that are being updated are away by order: their absence is nobody's alarm. */
export async function noteUpdating(
  trx: Trx,
  controllerId: string,
  deviceKeys: readonly string[],
  at: Date,
): Promise<void> {
  if (deviceKeys.length === 0) return
  await trx
    .updateTable('miners')
    .set({ commandedAt: at })
    .where('controllerId', '=', controllerId)
    .where('deviceKey', 'in', [...deviceKeys])
    .execute()
}

/** Ends series that no box took in time, and those of which nothing was reported since `silentSince`. @returns their owners. */
export async function endSilent(db: Queryable, now: Date, silentSince: Date): Promise<string[]> {
  const rows = await db
    .updateTable('firmwareSeries')
    .set({ state: 'expired', changedAt: now })
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'ordered'), eb('expiresAt', '<=', silentAfterExpiry(now))]),
        and([eb('state', 'in', ['fetching', 'checking', 'updating']), eb('changedAt', '<=', silentSince)]),
      ]),
    )
    .returning('ownerId')
    .execute()
  return [...new Set(rows.map(({ ownerId }) => ownerId))]
}

/** A box that took an order in its last second may say so a little later. */
const silentAfterExpiry = (now: Date) => new Date(now.getTime() - 60_000)
