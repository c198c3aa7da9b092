import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type StoredNonce = { accountId: string; message: string; expiresAt: Date }

/** How many unexpired nonces a client has, and how many rows there are in all, counted no further than `most`. */
export async function countNonces(
  db: Queryable,
  ipHash: Uint8Array,
  now: Date,
  most: number,
): Promise<{ ofClient: number; inAll: number }> {
  const { rows } = await sql<{ ofClient: number; inAll: number }>`
    SELECT
      (SELECT count(*) FROM (SELECT 1 FROM wallet_nonces WHERE ip_hash = ${ipHash} AND expires_at > ${now} LIMIT ${most}) AS own) AS of_client,
      (SELECT count(*) FROM (SELECT 1 FROM wallet_nonces LIMIT ${most}) AS every) AS in_all`.execute(db)
  return rows[0] ?? { ofClient: 0, inAll: 0 }
}

export async function insertNonce(
  db: Queryable,
  nonce: StoredNonce & { nonce: string; ipHash: Uint8Array; createdAt: Date },
): Promise<void> {
  await db.insertInto('walletNonces').values(nonce).execute()
}

/** Removes a nonce from the table: whatever follows, it never works again. */
export async function takeNonce(db: Queryable, nonce: string): Promise<StoredNonce | null> {
  const row = await db
    .deleteFrom('walletNonces')
    .where('nonce', '=', nonce)
    .returning(['accountId', 'message', 'expiresAt'])
    .executeTakeFirst()
  return row ?? null
}

/** Makes room by removing the nonces that would expire first. */
export async function removeOldestNonces(db: Queryable, count: number): Promise<void> {
  await db
    .deleteFrom('walletNonces')
    .where('nonce', 'in', (oldest) =>
      oldest.selectFrom('walletNonces').select('nonce').orderBy('expiresAt').limit(count),
    )
    .execute()
}

export async function removeExpiredNonces(db: Queryable, now: Date): Promise<number> {
  const result = await db.deleteFrom('walletNonces').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function insertTicket(
  db: Queryable,
  ticket: { tokenHash: Uint8Array; accountId: string; expiresAt: Date },
): Promise<void> {
  await db.insertInto('registrationTickets').values(ticket).execute()
}

/** Whether a ticket is unused, unexpired and belongs to this wallet. */
export async function isTicketGood(
  db: Queryable,
  ticket: { tokenHash: Uint8Array; accountId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('registrationTickets')
    .select('accountId')
    .where('tokenHash', '=', ticket.tokenHash)
    .where('accountId', '=', ticket.accountId)
    .where('expiresAt', '>', ticket.now)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a ticket up; false when someone else just did, or when it was never valid. */
export async function useTicket(
  trx: Trx,
  ticket: { tokenHash: Uint8Array; accountId: string; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('registrationTickets')
    .set({ usedAt: ticket.now })
    .where('tokenHash', '=', ticket.tokenHash)
    .where('accountId', '=', ticket.accountId)
    .where('expiresAt', '>', ticket.now)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function removeExpiredTickets(db: Queryable, now: Date): Promise<number> {
  const result = await db.deleteFrom('registrationTickets').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}
