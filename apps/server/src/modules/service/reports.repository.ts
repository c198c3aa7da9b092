import type { ReportState } from '@shipminer/domain/service/fault-report'
import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { findFew } from '../../platform/db/pages/find-few.ts'
import type { Database, FaultMessagesTable, FaultReportsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { hasWords, searchTerms } from '../../platform/search-terms.ts'

export type MessageRow = Selectable<FaultMessagesTable>
/** A report without its attached data, with the names of the people involved. */
export type ReportRow = Omit<Selectable<FaultReportsTable>, 'data' | 'searchWords'> & {
  ownerName: string
  assignedName: string | null
  /** The newest message from the desk to the owner; null: none yet. */
  lastDeskId: number | null
}

const columns = [
  'r.id',
  'r.reference',
  'r.userId',
  'r.shipId',
  'r.shipName',
  'r.minerId',
  'r.minerName',
  'r.subject',
  'r.state',
  'r.outcome',
  'r.phone',
  'r.openedAt',
  'r.askedAt',
  'r.answeredAt',
  'r.movedAt',
  'r.closedAt',
  'r.assignedTo',
  'r.ownerReadId',
] as const

const withNames = (db: Queryable) =>
  db
    .selectFrom('faultReports as r')
    .innerJoin('users as o', 'o.id', 'r.userId')
    .leftJoin('users as a', 'a.id', 'r.assignedTo')
    .select(columns)
    .select(['o.name as ownerName', 'a.name as assignedName'])
    .select((query) =>
      query
        .selectFrom('faultMessages as m')
        .select(({ fn }) => fn.max<number | null>('m.id').as('id'))
        .whereRef('m.reportId', '=', 'r.id')
        .where('m.by', '=', 'desk')
        .where('m.kind', '<>', 'note')
        .as('lastDeskId'),
    )

/** Open ones first, then newest first. */
export function listOwnReports(db: Queryable, userId: string, limit: number): Promise<ReportRow[]> {
  return withNames(db)
    .where('r.userId', '=', userId)
    .orderBy(sql`r.state = 'closed'`)
    .orderBy('r.movedAt', 'desc')
    .limit(limit)
    .execute()
}

/** Reports of an owner with a message from the desk since the owner last looked. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('faultReports as r')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('r.userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('faultMessages as m')
          .select('m.id')
          .whereRef('m.reportId', '=', 'r.id')
          .whereRef('m.id', '>', 'r.ownerReadId')
          .where('m.by', '=', 'desk')
          .where('m.kind', '<>', 'note'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

const sortedBy = {
  /** Those that still wait for their first answer by due time, then the others by their latest message. */
  due: [
    sql`r.answered_at IS NOT NULL`,
    sql`CASE WHEN r.answered_at IS NULL THEN r.asked_at ELSE r.moved_at END`,
  ],
  reference: [sql`r.reference`],
  owner: [sql`lower(o.name)`],
  openedAt: [sql`r.opened_at`],
  movedAt: [sql`r.moved_at`],
} as const

export type ReportFilter = {
  states: readonly ReportState[]
  /** Only what is due, or only what is not, of what was asked before a given time. */
  due: { is: boolean; askedBefore: Date } | null
  /** All of them are in what is found. */
  words: readonly string[]
  /** Only these. */
  ids?: readonly string[] | undefined
}
type PageOfReports = { sort: keyof typeof sortedBy; isAscending: boolean; limit: number; offset: number }

/** Unanswered ones that were asked before a given time. */
const isDue = (askedBefore: Date) =>
  sql<boolean>`r.state = 'waiting-for-us' AND r.answered_at IS NULL AND r.asked_at <= ${askedBefore}`

const isFound = ({ states, due, words, ids }: ReportFilter) => {
  if (ids !== undefined) return sql<boolean>`r.id = ANY(${[...ids]}::uuid[])`
  const isInState = sql<boolean>`r.state IN (${sql.join(states)})`
  const isIn =
    due === null ? isInState : sql<boolean>`${isInState} AND (${isDue(due.askedBefore)}) = ${due.is}`
  if (words.length === 0) return isIn
  return sql<boolean>`${isIn} AND ${sql.join(words.map(isWordOf), sql` AND `)}`
}

/** A word of a report, or of its owner's name, who is found by the index of customers. */
const isWordOf = (word: string) => sql`(${hasWords(sql`r.search_words`, [word])}
  OR r.user_id = ANY(ARRAY(SELECT id FROM users
    WHERE desk_words(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '')) @@ to_tsquery('simple', ${searchTerms(word).query})
      AND ${hasWords(sql`list_words(name)`, [word])})))`

/** A page of them. Only what is on it is read from the table. `total` null: it was not counted. */
export async function pageReports(
  db: Queryable,
  filter: ReportFilter,
  { sort, isAscending, limit, offset }: PageOfReports,
): Promise<{ rows: ReportRow[]; total: number | null }> {
  const ordered = <Tables extends Database & { r: FaultReportsTable }, Row>(
    found: SelectQueryBuilder<Tables, 'r', Row>,
  ) => {
    for (const by of sortedBy[sort]) found = found.orderBy(by, isAscending ? 'asc' : 'desc')
    return found.orderBy(sql`r.id`)
  }
  const reports = db.selectFrom('faultReports as r')
  const sorted = sort === 'owner' ? reports.innerJoin('users as o', 'o.id', 'r.userId') : reports
  const few = filter.words.length > 0 ? await findFew(reports.select('r.id').where(isFound(filter))) : null
  if (few?.length === 0) return { rows: [], total: 0 }
  const isChosen = few === null ? isFound(filter) : sql<boolean>`r.id = ANY(${few}::uuid[])`
  const page = ordered(sorted.select('r.id').where(isChosen)).limit(limit).offset(offset)
  const rows = await ordered(withNames(db).where('r.id', 'in', page)).execute()
  return { rows, total: few === null ? null : few.length }
}

export async function countReports(db: Queryable, filter: ReportFilter): Promise<number> {
  const { count } = await db
    .selectFrom('faultReports as r')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isFound(filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countReportStates(db: Queryable): Promise<Record<ReportState, number>> {
  const rows = await db
    .selectFrom('faultReports')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { 'waiting-for-us': 0, 'waiting-for-owner': 0, closed: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

export async function countDueReports(db: Queryable, askedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('faultReports as r')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isDue(askedBefore))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The longest due first. */
export function listDueReports(db: Queryable, askedBefore: Date, limit: number): Promise<ReportRow[]> {
  return withNames(db).where(isDue(askedBefore)).orderBy('r.askedAt').orderBy('r.id').limit(limit).execute()
}

/** How many await our answer, and since when the oldest of those whose answer is not due yet has. */
export async function sumWaitingReports(
  db: Queryable,
  askedBefore: Date,
): Promise<{ count: number; since: Date | null }> {
  const { count, since } = await db
    .selectFrom('faultReports')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<Date | null>`min(moved_at) FILTER (WHERE answered_at IS NOT NULL OR asked_at > ${askedBefore})`.as(
        'since',
      ),
    ])
    .where('state', '=', 'waiting-for-us')
    .executeTakeFirstOrThrow()
  return { count: Number(count), since }
}

export async function countOpenedSince(db: Queryable, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('faultReports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('openedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Null when it is not an id, or does not exist; with `userId` also when it belongs to someone else. */
export async function findReport(
  db: Queryable,
  id: string,
  userId: string | null,
): Promise<ReportRow | null> {
  if (!isUuid(id)) return null
  let query = withNames(db).where('r.id', '=', id)
  if (userId !== null) query = query.where('r.userId', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/** The same, locked until the transaction ends: of two concurrent callers the second sees what the first did. */
export async function lockReport(trx: Trx, id: string, userId: string | null): Promise<ReportRow | null> {
  if (!isUuid(id)) return null
  await trx.selectFrom('faultReports').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findReport(trx, id, userId)
}

export async function readData(db: Queryable, id: string): Promise<unknown> {
  const row = await db.selectFrom('faultReports').select('data').where('id', '=', id).executeTakeFirst()
  return row?.data ?? null
}

/** Oldest first. */
export function listMessages(db: Queryable, reportId: string): Promise<MessageRow[]> {
  return db.selectFrom('faultMessages').selectAll().where('reportId', '=', reportId).orderBy('id').execute()
}

/** The newest entry of a thread, including notes. */
export async function lastMessageId(db: Queryable, reportId: string): Promise<number> {
  const { id } = await db
    .selectFrom('faultMessages')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow()
  return Number(id ?? 0)
}

export async function insertReport(trx: Trx, report: Insertable<FaultReportsTable>): Promise<{ id: string }> {
  return trx.insertInto('faultReports').values(report).returning('id').executeTakeFirstOrThrow()
}

export async function insertMessage(trx: Trx, message: Insertable<FaultMessagesTable>): Promise<void> {
  await trx.insertInto('faultMessages').values(message).execute()
}

export type ReportChange = Partial<
  Pick<
    Selectable<FaultReportsTable>,
    'state' | 'outcome' | 'askedAt' | 'answeredAt' | 'movedAt' | 'closedAt' | 'assignedTo'
  >
>

export async function updateReport(trx: Trx, id: string, change: ReportChange): Promise<void> {
  await trx.updateTable('faultReports').set(change).where('id', '=', id).execute()
}

/** Records that the owner has seen the thread up to a message; never moves back. False when it is not theirs. */
export async function markRead(
  db: Queryable,
  id: string,
  userId: string,
  messageId: number,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await db
    .updateTable('faultReports')
    .set({ ownerReadId: sql`greatest(owner_read_id, ${messageId})` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what was closed before a given time, with thread and data; returns how many. */
export async function removeClosedBefore(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('faultReports')
    .where('state', '=', 'closed')
    .where('closedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Who is notified of an answer, and in which language. */
export async function findOwner(
  db: Queryable,
  userId: string,
): Promise<{ name: string; email: string | null; phone: string | null; language: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['name', 'email', 'phone', 'preferredLanguage', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { name, email, phone, preferredLanguage, emailVerifiedAt } = row
  // An unverified address may be a stranger's.
  return { name, email: emailVerifiedAt === null ? null : email, phone, language: preferredLanguage }
}
