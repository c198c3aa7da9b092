import { cleanText } from '@shipminer/contract/from-outside'
import type { BatchList, RefusedRow } from '@shipminer/contract/read-batch'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'

/** Maximum entries stored for one controller. Beyond it rows are only counted: a broken ship must not fill everyone's disk. */
export const keptEntries = 500
/** Maximum size of the original data in one entry. */
const keptCharacters = 200_000

export type SetAsideEntry = { list: BatchList | 'batch'; rowCount: number; reason: string; content: string }

/** Rows of one batch with the same reason together. JSON escapes whatever a text column would refuse. */
export function setAsideEntries(rows: readonly RefusedRow[]): SetAsideEntry[] {
  const groups = Map.groupBy(rows, ({ list, reason }) => `${list} ${reason}`)
  return Array.from(groups.values(), (group): SetAsideEntry => {
    const [{ list, reason }] = group as [RefusedRow]
    return {
      list,
      rowCount: group.length,
      reason: cleanText(reason, 300),
      content: contentText(group.map(({ row }) => row)),
    }
  })
}

export const contentText = (content: unknown) => cleanText(JSON.stringify(content) ?? 'null', keptCharacters)

/** Saves what could not be stored, up to a limit per controller; the number of rows beyond it is counted. */
export async function insertSetAside(
  trx: Queryable,
  batch: { controllerId: string; seq: number; at: Date },
  entries: readonly SetAsideEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { controllerId, seq, at } = batch
  const { kept } = await trx
    .selectFrom('setAside')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('controllerId', '=', controllerId)
    .executeTakeFirstOrThrow()
  const fitting = entries.slice(0, Math.max(0, keptEntries - Number(kept)))
  if (fitting.length > 0)
    await trx
      .insertInto('setAside')
      .values(fitting.map((entry) => ({ ...entry, controllerId, seq, at })))
      .execute()
  const unkept = entries.slice(fitting.length).reduce((sum, { rowCount }) => sum + rowCount, 0)
  if (unkept > 0)
    await trx
      .updateTable('controllers')
      .set({ setAsideUnkept: sql`set_aside_unkept + ${unkept}` })
      .where('id', '=', controllerId)
      .execute()
}

export type SetAsideRow = {
  id: number
  controllerId: string
  controllerName: string
  owner: string | null
  at: Date
  list: string
  rowCount: number
  reason: string
  content: string
}

/** What nobody has seen yet, newest first, with the start of its content. */
export function listUnseen(db: Queryable, limit: number, characters: number): Promise<SetAsideRow[]> {
  return db
    .selectFrom('setAside as s')
    .innerJoin('controllers as c', 'c.id', 's.controllerId')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .select([
      's.id',
      's.controllerId',
      'c.name as controllerName',
      'u.name as owner',
      's.at',
      's.list',
      's.rowCount',
    ])
    .select(['s.reason', sql<string>`left(s.content, ${characters})`.as('content')])
    .where('s.seenAt', 'is', null)
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
}

/** Entries that nobody has seen yet, when the oldest of them came, and rows that were only counted. */
export async function countUnseen(
  db: Queryable,
): Promise<{ total: number; since: Date | null; unkeptRows: number }> {
  const { rows } = await sql<{ total: number; since: Date | null; unkeptRows: number }>`
    SELECT (SELECT count(*) FROM set_aside WHERE seen_at IS NULL)::int AS total,
           (SELECT min(at) FROM set_aside WHERE seen_at IS NULL) AS since,
           (SELECT coalesce(sum(set_aside_unkept), 0) FROM controllers)::int8 AS unkept_rows`.execute(db)
  return rows[0] ?? { total: 0, since: null, unkeptRows: 0 }
}

/** An unseen entry with the present offset of its controller's clock. */
export async function findUnseen(db: Queryable, id: number, { lock = false } = {}) {
  const row = await db
    .selectFrom('setAside as s')
    .innerJoin('controllers as c', 'c.id', 's.controllerId')
    .select(['s.controllerId', 's.seq', 's.at', 's.list', 's.content', 'c.clockOffsetMs'])
    .where('s.id', '=', id)
    .where('s.seenAt', 'is', null)
    .$if(lock, (query) => query.forUpdate('s'))
    .executeTakeFirst()
  return row ?? null
}

export async function markSeen(trx: Queryable, id: number, at: Date): Promise<void> {
  await trx.updateTable('setAside').set({ seenAt: at }).where('id', '=', id).execute()
}

export async function removeEntry(trx: Queryable, id: number): Promise<void> {
  await trx.deleteFrom('setAside').where('id', '=', id).execute()
}
