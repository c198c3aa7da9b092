import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

export function findBot(db: Queryable) {
  return db.selectFrom('telegramBot').selectAll().executeTakeFirst()
}

/** Keeps what is known of the bot of a token; another token begins anew. */
export async function saveBot(
  db: Queryable,
  bot: { tokenMark: string; username: string | null; at: Date; error: string | null },
): Promise<void> {
  const { tokenMark, username, at, error } = bot
  await sql`
    INSERT INTO telegram_bot AS b (token_mark, username, checked_at, last_error)
    VALUES (${tokenMark}, ${username}, ${at}::timestamptz, ${error})
    ON CONFLICT (id) DO UPDATE SET token_mark = excluded.token_mark, checked_at = excluded.checked_at, last_error = excluded.last_error,
      username = CASE WHEN b.token_mark = excluded.token_mark THEN coalesce(excluded.username, b.username) ELSE excluded.username END,
      next_update = CASE WHEN b.token_mark = excluded.token_mark THEN b.next_update ELSE 0 END`.execute(db)
}

export async function noteBot(
  db: Queryable,
  change: { nextUpdate?: number; waitUntil?: Date; lastError?: string | null },
): Promise<void> {
  await db.updateTable('telegramBot').set(change).execute()
}

/** The one code of an account; an earlier one ends. */
export async function saveCode(
  db: Queryable,
  code: { userId: string; codeHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  const { codeHash, expiresAt } = code
  await db
    .insertInto('telegramCodes')
    .values(code)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ codeHash, expiresAt }))
    .execute()
}

export async function hasWaitingCodes(db: Queryable, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('telegramCodes')
    .select('userId')
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findCodeEnd(db: Queryable, userId: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('telegramCodes')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row?.expiresAt ?? null
}

/** Uses a code up. @returns whose it was; null: it is not one, or no more */
export async function takeCode(trx: Trx, codeHash: Uint8Array, now: Date): Promise<string | null> {
  const row = await trx
    .deleteFrom('telegramCodes')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  return row?.userId ?? null
}

export function findLink(db: Queryable, userId: string) {
  return db
    .selectFrom('telegramLinks')
    .select(['chatId', 'name', 'linkedAt', 'brokenAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function saveLink(
  trx: Trx,
  link: { userId: string; chatId: string; name: string | null; linkedAt: Date },
): Promise<void> {
  const { userId, ...rest } = link
  await trx
    .insertInto('telegramLinks')
    .values(link)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...rest, brokenAt: null }))
    .execute()
}

export async function removeLink(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('telegramLinks').where('userId', '=', userId).execute()
  await trx.deleteFrom('telegramCodes').where('userId', '=', userId).execute()
}

/** The chat refuses messages; a link to another chat that was made meanwhile is not meant. */
export async function breakLink(
  db: Queryable,
  { userId, chatId, at }: { userId: string; chatId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('telegramLinks')
    .set({ brokenAt: at })
    .where('userId', '=', userId)
    .where('chatId', '=', chatId)
    .where('brokenAt', 'is', null)
    .execute()
}
