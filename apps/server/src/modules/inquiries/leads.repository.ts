import { isLeadAlive, type LeadStage, leadStages, stageAfter } from '@shipminer/domain/lead-stage'
import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { findFew } from '../../platform/db/pages/find-few.ts'
import type { Database, InquiriesTable, InquiryAnswersTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { hasWords } from '../../platform/search-terms.ts'

export type LeadRow = Selectable<InquiriesTable> & { assignedName: string | null }
export type LeadAnswerRow = Selectable<InquiryAnswersTable>

type LeadFilter = {
  kinds: readonly LeadRow['kind'][] | null
  stage?: LeadStage | undefined
  status: 'open' | 'handled' | 'all'
  /** Those alone that are to be spoken to again by a day (ISO date). */
  dueBy?: string | null
  /** All of them are in what is found. */
  words?: readonly string[]
}

export type LeadSearch = LeadFilter & {
  /** Cursor: continues after this time, with later ones of the open and earlier ones of the others. */
  cursor: Date | null
  limit: number
}

const sortedBy = {
  createdAt: sql`i.created_at`,
  name: sql`lower(coalesce(i.name, i.email))`,
  stage: sql`array_position(ARRAY[${sql.join(leadStages.map((stage) => sql.lit(stage)))}], i.stage)`,
  nextContactOn: sql`i.next_contact_on`,
} as const

type PageOfLeads = {
  sort: keyof typeof sortedBy
  isAscending: boolean
  limit: number
  offset: number
}

type LeadTables = Database & { i: InquiriesTable }

const everyLead: LeadFilter = { kinds: null, status: 'all' }

function filterLeads(db: Queryable, { kinds, stage, status, dueBy = null, words = [] }: LeadFilter) {
  let found = db.selectFrom('inquiries as i')
  if (kinds !== null) found = found.where('i.kind', 'in', kinds)
  if (stage !== undefined) found = found.where('i.stage', '=', stage)
  if (status !== 'all') found = found.where('i.handledAt', status === 'open' ? 'is' : 'is not', null)
  if (dueBy !== null) found = found.where(isDueBy(dueBy))
  if (words.length > 0) found = found.where(hasWords(sql`i.search_words`, words))
  return found
}

const withNames = (found: ReturnType<typeof filterLeads>) =>
  found.leftJoin('users as u', 'u.id', 'i.assignedTo').selectAll('i').select('u.name as assignedName')

const withName = (db: Queryable) => withNames(filterLeads(db, everyLead))

/** The open ones oldest first, others newest first; rows with the same time as the last one are included. */
export function searchLeads(db: Queryable, { cursor, limit, ...filter }: LeadSearch): Promise<LeadRow[]> {
  const isOldestFirst = filter.status === 'open'
  let query = withNames(filterLeads(db, filter))
  if (cursor !== null) query = query.where('i.createdAt', isOldestFirst ? '>' : '<', cursor)
  return query
    .orderBy('i.createdAt', isOldestFirst ? 'asc' : 'desc')
    .fetch(limit, 'with ties')
    .execute()
}

/** A page of them; those of which nothing was agreed come last. Only what is on it is read from the table. */
export async function pageLeads(
  db: Queryable,
  filter: LeadFilter,
  { sort, isAscending, limit, offset }: PageOfLeads,
): Promise<{ rows: LeadRow[]; total: number }> {
  const ordered = <Row>(found: SelectQueryBuilder<LeadTables, 'i', Row>) =>
    found
      .orderBy(sortedBy[sort], (by) => {
        const direction = isAscending ? by.asc() : by.desc()
        return sort === 'nextContactOn' ? direction.nullsLast() : direction
      })
      .orderBy('i.createdAt', 'desc')
      .orderBy('i.id')
  const few = filter.words?.length ? await findFew(filterLeads(db, filter).select('i.id')) : null
  if (few?.length === 0) return { rows: [], total: 0 }
  const found = few === null ? filterLeads(db, filter) : filterLeads(db, everyLead).where('i.id', 'in', few)
  const page = ordered(found.select('i.id')).limit(limit).offset(offset)
  const rows = await ordered(withName(db).where('i.id', 'in', page)).execute()
  return { rows, total: few === null ? await countLeads(db, filter) : few.length }
}

async function countLeads(db: Queryable, filter: LeadFilter): Promise<number> {
  const { count } = await filterLeads(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The chosen ones, newest first; what is no id, or does not exist, is left out. */
export function listLeadsByIds(db: Queryable, ids: readonly string[]): Promise<LeadRow[]> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return Promise.resolve([])
  return withName(db).where('i.id', 'in', known).orderBy('i.createdAt', 'desc').execute()
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

/** How many questions are in each stage. */
export async function countStages(
  db: Queryable,
  kinds: readonly LeadRow['kind'][],
): Promise<Record<LeadStage, number>> {
  const rows = await db
    .selectFrom('inquiries')
    .select(['stage', ({ fn }) => fn.countAll<number>().as('count')])
    .where('kind', 'in', kinds)
    .groupBy('stage')
    .execute()
  const counts = { new: 0, talking: 0, offered: 0, won: 0, lost: 0 }
  for (const { stage, count } of rows) counts[stage] = Number(count)
  return counts
}

const isDueBy = (day: string) => sql<boolean>`i.next_contact_on <= ${day} AND i.handled_at IS NOT NULL
  AND i.stage IN (${sql.join(leadStages.filter(isLeadAlive))})`

export async function countDueLeads(db: Queryable, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('inquiries as i')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isDueBy(day))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Answered ones whose sender is to be spoken to again by a day, earliest first. */
export function listDueLeads(db: Queryable, day: string, limit: number): Promise<LeadRow[]> {
  return withName(db)
    .where(isDueBy(day))
    .orderBy('i.nextContactOn')
    .orderBy('i.createdAt')
    .limit(limit)
    .execute()
}

/** Notes what is known of a lead; what is not named stays. */
export async function trackLead(
  trx: Trx,
  id: string,
  change: Updateable<Pick<InquiriesTable, 'stage' | 'nextContactOn' | 'source' | 'lostReason'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await trx.updateTable('inquiries').set(change).where('id', '=', id).execute()
}

/** Takes a lead forward after something happened to it by itself. The caller holds its lock. */
export async function advanceLead(
  trx: Trx,
  id: string,
  reached: 'talking' | 'offered' | 'won',
): Promise<void> {
  const row = await trx.selectFrom('inquiries').select('stage').where('id', '=', id).executeTakeFirst()
  if (!row) return
  const stage = stageAfter(row.stage, reached)
  const isOver = !isLeadAlive(stage)
  await trackLead(trx, id, { stage, lostReason: null, ...(isOver && { nextContactOn: null }) })
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
