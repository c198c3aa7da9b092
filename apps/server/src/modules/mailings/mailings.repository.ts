import { type Selectable, sql } from 'kysely'
import type { MailingsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type MailingRow = Selectable<MailingsTable>
const listed = 50

export async function insertMailing(
  trx: Trx,
  mailing: Pick<MailingRow, 'id' | 'audience' | 'productId' | 'createdAt' | 'createdBy'> & { texts: unknown },
  recipients: readonly { userId: string | null; inquiryId: string | null }[],
): Promise<void> {
  const { texts, ...row } = mailing
  await trx
    .insertInto('mailings')
    .values({ ...row, texts: JSON.stringify(texts), recipients: recipients.length })
    .execute()
  for (let from = 0; from < recipients.length; from += 1000)
    await trx
      .insertInto('mailingRecipients')
      .values(
        recipients.slice(from, from + 1000).map((one, index) => ({
          mailingId: mailing.id,
          position: from + index,
          userId: one.userId,
          inquiryId: one.inquiryId,
        })),
      )
      .execute()
}

/** Locked until the transaction ends; null: there is none. */
export async function lockMailing(trx: Trx, id: string): Promise<MailingRow | null> {
  const row = await trx
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Null: there is none. */
export async function findMailing(db: Queryable, id: string): Promise<MailingRow | null> {
  const row = await db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The oldest that still leaves; null: there is none. */
export async function findNextMailing(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('mailings')
    .select('id')
    .where('finishedAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

const selectWaiting = (db: Queryable, mailingId: string) =>
  db
    .selectFrom('mailingRecipients as r')
    .where('r.mailingId', '=', mailingId)
    .where('r.queuedAt', 'is', null)
    .where('r.skipped', 'is', null)

/** Who comes next. */
export async function listNextPositions(db: Queryable, mailingId: string, limit: number): Promise<number[]> {
  const rows = await selectWaiting(db, mailingId)
    .select('r.position')
    .orderBy('r.position')
    .limit(limit)
    .execute()
  return rows.map(({ position }) => position)
}

/** One who still waits, with the address as it is now. */
export function findRecipient(trx: Trx, mailingId: string, position: number) {
  return selectWaiting(trx, mailingId)
    .leftJoin('users as u', 'u.id', 'r.userId')
    .leftJoin('inquiries as i', 'i.id', 'r.inquiryId')
    .select([
      'r.userId',
      'r.inquiryId',
      'u.email as userEmail',
      'u.name as userName',
      'u.preferredLanguage as userLanguage',
      'u.newsletter as isSubscribed',
      'u.emailVerifiedAt as verifiedAt',
      'i.email as inquiryEmail',
      'i.name as inquiryName',
      'i.language as inquiryLanguage',
    ])
    .where('r.position', '=', position)
    .executeTakeFirst()
}
export type NextRecipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

type Place = { id: string; position: number }

type Outcome = { messageId: string; queuedAt: Date } | { skipped: 'no-longer' | 'unreachable' | 'failed' }

/** What became of a recipient: their mail is in the outbox, or why there is none. */
export async function noteOutcome(db: Queryable, { id, position }: Place, outcome: Outcome): Promise<void> {
  await db
    .updateTable('mailingRecipients')
    .set(outcome)
    .where('mailingId', '=', id)
    .where('position', '=', position)
    .execute()
}

/** Ends it, unless somebody is to get it again: it may have been stopped and continued meanwhile. */
export async function finishMailing(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .updateTable('mailings')
    .set({ finishedAt: at })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where(({ not, exists }) => not(exists(selectWaiting(db, id).select('r.position'))))
    .execute()
}

/** Those who are left get none. */
export async function stopMailing(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('mailings').set({ finishedAt: at, stoppedAt: at }).where('id', '=', id).execute()
  await trx
    .updateTable('mailingRecipients')
    .set({ skipped: 'stopped' })
    .where('mailingId', '=', id)
    .where('queuedAt', 'is', null)
    .where('skipped', 'is', null)
    .execute()
}

/** Whom a stopped message has not reached, in order, with the address of who waited as it is now. */
export function listStopped(db: Queryable, id: string) {
  return db
    .selectFrom('mailingRecipients as r')
    .leftJoin('inquiries as i', 'i.id', 'r.inquiryId')
    .select(['r.position', 'r.userId', 'i.email as inquiryEmail'])
    .where('r.mailingId', '=', id)
    .where('r.skipped', '=', 'stopped')
    .orderBy('r.position')
    .execute()
}

/** Lets a stopped message go on for these. */
export async function continueMailing(
  trx: Trx,
  { id, positions, at }: { id: string; positions: readonly number[]; at: Date },
): Promise<void> {
  await trx
    .updateTable('mailings')
    .set({ finishedAt: null, stoppedAt: null, continuedAt: at })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('mailingRecipients')
    .set({ skipped: null })
    .where('mailingId', '=', id)
    .where('position', '=', sql<number>`ANY(${positions}::int[])`)
    .execute()
}

/** Who has a mail of this message: addresses in lower case, and accounts, which may have had another address then. */
export async function listReached(
  db: Queryable,
  { id, createdAt }: Pick<MailingRow, 'id' | 'createdAt'>,
): Promise<{ emails: Set<string>; userIds: Set<string> }> {
  const accounts = await db
    .selectFrom('mailingRecipients')
    .select('userId')
    .where('mailingId', '=', id)
    .where('queuedAt', 'is not', null)
    .execute()
  // By the mails themselves: an account that is gone leaves no recipient.
  const mails = await db
    .selectFrom('mails')
    .select('recipient')
    .where('createdAt', '>=', createdAt)
    .where('messageId', 'like', `mailing.${id}.%`)
    .execute()
  return {
    emails: new Set(mails.flatMap(({ recipient }) => recipient?.toLowerCase() ?? [])),
    userIds: new Set(accounts.flatMap(({ userId }) => userId ?? [])),
  }
}

/** Whether a message has come to somebody already: to their address, or to the account that is theirs. */
export async function hasCome(
  db: Queryable,
  id: string,
  { userId, email }: { userId: string | null; email: string },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (
      SELECT FROM mailing_recipients WHERE user_id = ${userId} AND mailing_id = ${id} AND queued_at IS NOT NULL
    ) OR EXISTS (
      SELECT FROM mails WHERE lower(recipient) = ${email.toLowerCase()} AND message_id LIKE ${`mailing.${id}.%`}
    ) AS has`.execute(db)
  return rows[0]?.has ?? false
}

/** Newest first, with what became of their mails. */
export async function listMailings(db: Queryable) {
  const rows = await db
    .selectFrom('mailings')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(listed)
    .execute()
  const counts = await countOutcomes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, counts: counts.get(row.id) ?? noOutcomes }))
}

export type Outcomes = {
  waiting: number
  underWay: number
  sent: number
  refused: number
  skipped: number
  stopped: number
}
const noOutcomes: Outcomes = { waiting: 0, underWay: 0, sent: 0, refused: 0, skipped: 0, stopped: 0 }

async function countOutcomes(db: Queryable, ids: readonly string[]): Promise<Map<string, Outcomes>> {
  if (ids.length === 0) return new Map()
  const count = (condition: string) => sql<number>`count(*) FILTER (WHERE ${sql.raw(condition)})`
  const rows = await db
    .selectFrom('mailingRecipients as r')
    .leftJoin('mails as m', 'm.messageId', 'r.messageId')
    .select([
      'r.mailingId as id',
      count('r.queued_at IS NULL AND r.skipped IS NULL').as('waiting'),
      count("m.status = 'queued'").as('underWay'),
      count("r.queued_at IS NOT NULL AND (m.status IS NULL OR m.status = 'sent')").as('sent'),
      count("m.status = 'failed' OR r.skipped = 'failed'").as('refused'),
      count("r.skipped <> 'failed'").as('skipped'),
      count("r.skipped = 'stopped'").as('stopped'),
    ])
    .where('r.mailingId', 'in', ids)
    .groupBy('r.mailingId')
    .execute()
  return new Map(
    rows.map(({ id, ...counts }) => [
      id,
      {
        waiting: Number(counts.waiting),
        underWay: Number(counts.underWay),
        sent: Number(counts.sent),
        refused: Number(counts.refused),
        skipped: Number(counts.skipped),
        stopped: Number(counts.stopped),
      },
    ]),
  )
}
