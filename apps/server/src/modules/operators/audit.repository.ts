import { type Selectable, sql } from 'kysely'
import type { DeskAuditTable } from '../../platform/db/schema.ts'
import type { Queryable } from '../../platform/db/store.ts'

export type AuditRow = Selectable<DeskAuditTable>

/** One recorded action. `operatorId` null: from the shell. */
export type AuditNote = {
  at: Date
  operatorId: string | null
  operator: string
  action: string
  subject: string
  reason: string | null
}

/** Writes a line; in the transaction of the action, so that both happen or neither. */
export async function writeAudit(trx: Queryable, note: AuditNote): Promise<void> {
  await trx.insertInto('deskAudit').values(note).execute()
}

export type AuditFilter = {
  /** Part of a name, of an operator or of who or what it was about, an action, a subject or a reason. */
  text?: string | undefined
  /** The first word of the subject. */
  about?: string | undefined
  /** Days in the time zone, both included. */
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** In the order of their ids, beyond one of them. */
export function listAudit(
  db: Queryable,
  { text, about, from, to, timeZone }: AuditFilter,
  { beyond, isAscending, limit }: { beyond: number | null; isAscending: boolean; limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom('deskAudit').selectAll()
  const day = sql`(at AT TIME ZONE ${timeZone})::date`
  if (beyond !== null) query = query.where('id', isAscending ? '>' : '<', beyond)
  if (text)
    query = query.where(
      sql<boolean>`(position(lower(${text}) IN lower(concat_ws(' ', operator, action, subject, reason))) > 0
        OR subject IN (SELECT noun || ' ' || id FROM users, (VALUES ('customer'), ('owner')) nouns (noun)
          WHERE position(lower(${text}) IN lower(name)) > 0
          UNION ALL SELECT 'controller ' || id FROM controllers WHERE position(lower(${text}) IN lower(name)) > 0))`,
    )
  if (about) query = query.where(sql<boolean>`split_part(subject, ' ', 1) = ${about}`)
  if (from) query = query.where(sql<boolean>`${day} >= ${from}::date`)
  if (to) query = query.where(sql<boolean>`${day} <= ${to}::date`)
  return query
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

/** What was done to one subject, newest first; who only looked at it is in the log alone. */
export function listAuditOf(db: Queryable, subject: string, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('deskAudit')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', 'not like', '%.read')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether just that was written before: by anybody at any time, or by one operator since a time. */
export async function isNoted(
  db: Queryable,
  { action, subject, reason }: Pick<AuditNote, 'action' | 'subject' | 'reason'>,
  by?: { operatorId: string; since: Date },
): Promise<boolean> {
  let query = db
    .selectFrom('deskAudit')
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', action)
    .where('reason', 'is not distinct from', reason)
  if (by) query = query.where('operatorId', '=', by.operatorId).where('at', '>=', by.since)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** What one operator wrote with their last action of a kind since a time; null: there was none. */
export async function lastReasonOf(
  db: Queryable,
  { operatorId, action, since }: { operatorId: string; action: string; since: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('deskAudit')
    .select('reason')
    .where('operatorId', '=', operatorId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reason ?? null
}
