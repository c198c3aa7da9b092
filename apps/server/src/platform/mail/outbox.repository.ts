import { sql } from 'kysely'
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
}

export type QueuedMail = NewMail & {
  id: number
  attempts: number
  createdAt: Date
  attachment: string | null
}

/** Puts mails into the outbox; in the transaction of the event, so that both happen or neither. */
export async function enqueueMails(trx: Queryable, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await trx
    .insertInto('mails')
    .values(mails.map((mail) => ({ ...mail, createdAt: now, nextAttemptAt: now })))
    .execute()
}

/** Mails that are due, oldest first. */
export function listDueMails(db: Queryable, now: Date, limit: number): Promise<QueuedMail[]> {
  return db
    .selectFrom('mails')
    .select([
      'id',
      'messageId',
      'recipient',
      'replyTo',
      'subject',
      'textBody',
      'htmlBody',
      'attempts',
      'createdAt',
      'attachment',
    ])
    .where('status', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markSent(db: Queryable, id: number, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'sent', sentAt: now, lastError: null, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute()
}

/** After a failed attempt: the next one at `nextAttemptAt`, or no more when null. The mail itself is kept either way. */
export async function markNotSent(
  db: Queryable,
  id: number,
  outcome: { error: string; nextAttemptAt: Date | null },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      lastError: outcome.error.slice(0, 500),
      attempts: sql`attempts + 1`,
      ...(outcome.nextAttemptAt ? { nextAttemptAt: outcome.nextAttemptAt } : { status: 'failed' }),
    })
    .where('id', '=', id)
    .execute()
}

/** Retries every abandoned mail from now on; returns how many. */
export async function requeueFailed(db: Queryable, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ status: 'queued', nextAttemptAt: now, createdAt: now, attempts: 0 })
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
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

export type OutboxState = { queued: number; failed: number; oldestQueuedAt: Date | null }

export async function readOutbox(db: Queryable): Promise<OutboxState> {
  const row = await db
    .selectFrom('mails')
    .select([
      sql<number>`count(*) FILTER (WHERE status = 'queued')`.as('queued'),
      sql<number>`count(*) FILTER (WHERE status = 'failed')`.as('failed'),
      sql<Date | null>`min(created_at) FILTER (WHERE status = 'queued')`.as('oldestQueuedAt'),
    ])
    .where('status', '<>', 'sent')
    .executeTakeFirstOrThrow()
  return { ...row, queued: Number(row.queued), failed: Number(row.failed) }
}

/** Mails not sent yet, without their text. */
export function listUnsentMails(db: Queryable, limit: number) {
  return db
    .selectFrom('mails')
    .select(['id', 'status', 'recipient', 'subject', 'attempts', 'nextAttemptAt', 'lastError', 'createdAt'])
    .where('status', '<>', 'sent')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes mails sent before a given time, because they contain what people wrote. Returns how many. */
export async function removeSentMails(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('status', '=', 'sent')
    .where('sentAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
