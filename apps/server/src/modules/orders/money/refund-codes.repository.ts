import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

type SentCode = {
  orderId: string
  codeHash: Uint8Array
  at: Date
  expiresAt: Date
  /** Codes sent before this do not count. */
  countedSince: Date
  most: number
}

/** Keeps a code in the place of the one before. @returns false when too many were sent. */
export async function keepCode(trx: Trx, code: SentCode): Promise<boolean> {
  const { orderId, codeHash, at, expiresAt, countedSince, most } = code
  const { rows } = await sql`
    INSERT INTO refund_codes AS c (order_id, code_hash, guesses, expires_at, first_sent_at, sent)
    VALUES (${orderId}, ${codeHash}, 0, ${expiresAt}, ${at}, 1)
    ON CONFLICT (order_id) DO UPDATE SET
      code_hash = excluded.code_hash, guesses = 0, expires_at = excluded.expires_at,
      first_sent_at = CASE WHEN c.first_sent_at <= ${countedSince} THEN excluded.first_sent_at ELSE c.first_sent_at END,
      sent = CASE WHEN c.first_sent_at <= ${countedSince} THEN 1 ELSE c.sent + 1 END
    WHERE c.first_sent_at <= ${countedSince} OR c.sent < ${most}
    RETURNING order_id`.execute(trx)
  return rows.length > 0
}

/** Counts a guess before anybody knows whether it is right. @returns what it has to fit; null: no code is open, or it had its guesses. */
export async function countGuess(
  db: Queryable,
  orderId: string,
  { at, most }: { at: Date; most: number },
): Promise<Uint8Array | null> {
  const row = await db
    .updateTable('refundCodes')
    .set(({ eb }) => ({ guesses: eb('guesses', '+', 1) }))
    .where('orderId', '=', orderId)
    .where('codeHash', 'is not', null)
    .where('guesses', '<', most)
    .where('expiresAt', '>', at)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash ?? null
}

/** @returns false when it was used or replaced meanwhile. */
export async function spendCode(trx: Trx, orderId: string, codeHash: Uint8Array): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refundCodes')
    .set({ codeHash: null })
    .where('orderId', '=', orderId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
