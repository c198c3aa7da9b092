import { sql } from 'kysely'
import type { Queryable, Trx } from '../db/store.ts'

export type GuessRow = { key: Uint8Array; wrong: number; nextAt: Date; forgetAt: Date }

/** What is known of these guessers, locked until the transaction ends; those that are new have no wrong guess. */
export async function lockGuessRows(trx: Trx, keys: readonly Uint8Array[], at: Date): Promise<GuessRow[]> {
  // Made first, so that two first guesses at once wait for each other; always in one order, so that they cannot block each other.
  const fresh = keys.map((key) => ({ key, wrong: 0, nextAt: at, forgetAt: at }))
  await trx
    .insertInto('guesses')
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await trx
    .selectFrom('guesses')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('key')
    .forUpdate()
    .execute()
  // One of them was removed in between.
  return rows.length === keys.length ? rows : lockGuessRows(trx, keys, at)
}

export async function saveGuessRow(trx: Trx, { key, ...change }: GuessRow): Promise<void> {
  await trx.updateTable('guesses').set(change).where('key', '=', key).execute()
}

/** Takes one guess back that was right: it no longer makes anyone wait. */
export async function takeGuessBack(
  db: Queryable,
  { key, limit, at }: { key: Uint8Array; limit: number; at: Date },
): Promise<void> {
  await db
    .updateTable('guesses')
    .set({
      wrong: sql<number>`greatest(wrong - 1, 0)`,
      nextAt: sql<Date>`CASE WHEN wrong <= ${limit} THEN least(next_at, ${at}) ELSE next_at END`,
    })
    .where('key', '=', key)
    .execute()
}

export async function removeGuesses(db: Queryable, key: Uint8Array): Promise<void> {
  await db.deleteFrom('guesses').where('key', '=', key).execute()
}

/** Removes what is forgotten. Returns how many rows. */
export async function removeForgottenGuesses(db: Queryable, now: Date): Promise<number> {
  const result = await db.deleteFrom('guesses').where('forgetAt', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}
