import { type Selectable, sql } from 'kysely'
import type { InquiriesTable, InquiryAnswersTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { isUuid } from '../../platform/is-uuid.ts'

export type LeadRow = Selectable<InquiriesTable> & { assignedName: string | null }
export type LeadAnswerRow = Selectable<InquiryAnswersTable>

export type LeadSearch = {
  kinds: readonly LeadRow['kind'][] | null
  status: 'open' | 'handled' | 'all'
  /** Cursor: continues after this time, with later ones of the open and earlier ones of the others. */
  cursor: Date | null
  limit: number
}

const withName = (db: Queryable) =>
  db
    .selectFrom('inquiries as i')
    .leftJoin('users as u', 'u.id', 'i.assignedTo')
    .selectAll('i')
    .select('u.name as assignedName')

/** The open ones oldest first, others newest first; rows with the same time as the last one are included. */
export function searchLeads(db: Queryable, search: LeadSearch): Promise<LeadRow[]> {
  const { kinds, status, cursor, limit } = search
  const isOldestFirst = status === 'open'
  let query = withName(db)
  if (kinds !== null) query = query.where('i.kind', 'in', kinds)
  if (status !== 'all') query = query.where('i.handledAt', status === 'open' ? 'is' : 'is not', null)
  if (cursor !== null) query = query.where('i.createdAt', isOldestFirst ? '>' : '<', cursor)
  return query
    .orderBy('i.createdAt', isOldestFirst ? 'asc' : 'desc')
    .fetch(limit, 'with ties')
    .execute()
}

/** Null when it is not an id, or does not exist. */
export async function findLead(db: Queryable, id: string): Promise<LeadRow | null> {
  if (!isUuid(id)) return null
  return (await withName(db).where('i.id', '=', id).executeTakeFirst()) ?? null
}

/** Whether it exists; locked until the transaction ends. */
export async function lockLead(trx: Trx, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const row = await trx
    .selectFrom('inquiries')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countOpenLeads(db: Queryable, kinds: readonly LeadRow['kind'][]): Promise<number> {
  const { count } = await db
    .selectFrom('inquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', 'in', kinds)
    .where('handledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function assignLead(trx: Trx, id: string, userId: string): Promise<void> {
  await trx.updateTable('inquiries').set({ assignedTo: userId }).where('id', '=', id).execute()
}

/** Marks it handled, by this operator unless it was handled already. */
export async function closeLead(trx: Trx, id: string, userId: string, at: Date): Promise<void> {
  await trx
    .updateTable('inquiries')
    .set({ handledAt: at, assignedTo: sql<string>`coalesce(assigned_to, ${userId}::uuid)` })
    .where('id', '=', id)
    .execute()
}

export async function insertLeadAnswer(
  trx: Trx,
  answer: { inquiryId: string; at: Date; operator: string; subject: string; body: string },
): Promise<void> {
  await trx.insertInto('inquiryAnswers').values(answer).execute()
}

/** Oldest first. */
export function listLeadAnswers(db: Queryable, inquiryIds: readonly string[]): Promise<LeadAnswerRow[]> {
  if (inquiryIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('inquiryAnswers')
    .selectAll()
    .where('inquiryId', 'in', inquiryIds)
    .orderBy('id')
    .execute()
}
