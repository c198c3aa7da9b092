import { sql, type Updateable } from 'kysely'
import type { MailsTable } from '../db/schema.ts'
import type { Queryable } from '../db/store.ts'

/** A mail to be sent. `recipient` null is the provider, whose address is looked up when it is sent. */
export type NewMail = {
  /** Without brackets. The same for all attempts, so that a mail that was sent twice can be recognised. */
  messageId: string
  recipient: string | null
  replyTo: string | null
  subject: string
  textBody: string
  htmlBody: string
  /** Name of the attachment, generated when the mail is sent, e.g. `invoice:INV-2026-000001`. */
  attachment?: string | null
  /** Where its recipient unsubscribes, of messages to many. */
  unsubscribeUrl?: string | null
}

/** What names a mail while it is being sent. */
type Claim = { id: number; claims: number }

export type ClaimedMail = NewMail &
  Claim & {
    attempts: number
    createdAt: Date
    attachment: string | null
    unsubscribeUrl: string | null
  }

/** Puts mails into the outbox; in the transaction of the event, so that both happen or neither. */
export async function enqueueMails(trx: Queryable, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await trx
    .insertInto('mails')
    .values(mails.map((mail) => ({ ...mail, createdAt: now, nextAttemptAt: now })))
    .execute()
}

/**
 * Takes the mail that has been due longest: no other copy of the server sees it before `until`, and once one of them has taken it over,
 * this claim settles nothing any more. Null when none is due.
 */
export async function claimMail(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`
    UPDATE mails SET next_attempt_at = ${until}, claims = claims % 1000000000 + 1
    WHERE id = (
      SELECT id FROM mails WHERE status = 'queued' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, message_id, recipient, reply_to, subject, text_body, html_body, attempts, claims, created_at, attachment, unsubscribe_url`.execute(
    db,
  )
  return rows[0] ?? null
}

/** @returns false when another copy of the server has taken the mail since. */
export async function markSent(db: Queryable, mail: Claim, now: Date): Promise<boolean> {
  return settle(db, mail, { status: 'sent', sentAt: now, lastError: null })
}

/**
 * After a failed attempt: the next one at `nextAttemptAt`, or no more when null. The mail itself is kept either way.
 * @returns false when another copy of the server has taken the mail since.
 */
export async function markNotSent(
  db: Queryable,
  mail: Claim,
  { error, nextAttemptAt }: { error: string; nextAttemptAt: Date | null },
): Promise<boolean> {
  const next = nextAttemptAt ? { nextAttemptAt } : { status: 'failed' as const }
  return settle(db, mail, { lastError: error.slice(0, 500), ...next })
}

async function settle(
  db: Queryable,
  { id, claims }: Claim,
  outcome: Updateable<MailsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ ...outcome, attempts: sql`least(attempts, 1000000) + 1` })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Retries every abandoned mail from now on but those that were set aside; or one, also if it was. Returns how many. */
export async function requeueFailed(db: Queryable, now: Date, id?: number): Promise<number> {
  const query = db
    .updateTable('mails')
    .set({ status: 'queued', nextAttemptAt: now, createdAt: now, attempts: 0 })
    .set({ setAsideAt: null, setAsideBy: null, setAsideReason: null })
    .where('status', '=', 'failed')
  const { numUpdatedRows } = await (id === undefined
    ? query.where('setAsideAt', 'is', null)
    : query.where('id', '=', id)
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lets a mail that was given up rest. @returns false when it was not given up, or rests already. */
export async function setMailAside(
  db: Queryable,
  id: number,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ setAsideAt: at, setAsideBy: by, setAsideReason: reason })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('setAsideAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Null when there is no such mail. */
export async function findMailSubject(db: Queryable, id: number): Promise<string | null> {
  const row = await db.selectFrom('mails').select('subject').where('id', '=', id).executeTakeFirst()
  return row?.subject ?? null
}

/** Mails to one address since a given time, whatever became of them. */
export async function countMailsTo(db: Queryable, recipient: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type OutboxState = {
  queued: number
  /** Given up, and not set aside. */
  failed: number
  oldestQueuedAt: Date | null
  oldestFailedAt: Date | null
}

export async function readOutbox(db: Queryable): Promise<OutboxState> {
  const row = await db
    .selectFrom('mails')
    .select([
      sql<number>`count(*) FILTER (WHERE status = 'queued')`.as('queued'),
      sql<number>`count(*) FILTER (WHERE status = 'failed' AND set_aside_at IS NULL)`.as('failed'),
      sql<Date | null>`min(created_at) FILTER (WHERE status = 'queued')`.as('oldestQueuedAt'),
      sql<Date | null>`min(created_at) FILTER (WHERE status = 'failed' AND set_aside_at IS NULL)`.as(
        'oldestFailedAt',
      ),
    ])
    .where('status', '<>', 'sent')
    .executeTakeFirstOrThrow()
  return { ...row, queued: Number(row.queued), failed: Number(row.failed) }
}

const listedColumns = [
  'id',
  'status',
  'recipient',
  'subject',
  'attempts',
  'nextAttemptAt',
  'lastError',
  'createdAt',
] as const

/** Of mails that were given up, those that are still to be looked at; and all that is under way. */
const isOpen = sql<boolean>`NOT (status = 'failed' AND set_aside_at IS NOT NULL)`

/** Mails not sent yet, without their text and without those that were set aside. */
export function listUnsentMails(db: Queryable, limit: number) {
  return db
    .selectFrom('mails')
    .select(listedColumns)
    .where('status', '<>', 'sent')
    .where(isOpen)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Mails that were set aside, the latest first. Without their text. */
export function listMailsSetAside(db: Queryable, limit: number) {
  return db
    .selectFrom('mails')
    .select([...listedColumns, 'setAsideAt', 'setAsideBy', 'setAsideReason'])
    .where('status', '=', 'failed')
    .where('setAsideAt', 'is not', null)
    .orderBy('setAsideAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Mails that were given up, then those whose last attempt failed; of each the newest first. Without their text and those that were set aside. */
export function listTroubledMails(db: Queryable, limit: number) {
  return db
    .selectFrom('mails')
    .select(listedColumns)
    .where('status', '<>', 'sent')
    .where((where) => where.or([where('status', '=', 'failed'), where('lastError', 'is not', null)]))
    .where(isOpen)
    .orderBy(sql`status = 'failed'`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Deletes mails that were sent, or tried for the last time and given up, before a given time, because they contain what people wrote. Returns
 * how many.
 */
export async function removeOldMails(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where((is) =>
      is.or([
        is.and([is('status', '=', 'sent'), is('sentAt', '<', before)]),
        is.and([is('status', '=', 'failed'), is('nextAttemptAt', '<', before)]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
