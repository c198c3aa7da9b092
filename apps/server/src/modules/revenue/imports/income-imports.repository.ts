import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import type { NewReceipt, ReceiptRow } from './receipts.repository.ts'

/** The user of an e-mail address or id; null when there is none. */
export async function findUser(db: Queryable, emailOrId: string): Promise<string | null> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(emailOrId)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(isId ? 'id' : 'email', '=', emailOrId.trim().toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findOwnerName(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

/**
 * Imports of one owner wait for each other: the same payment may arrive from two sources at once.
 *
 * @returns false when there is no such owner any more.
 */
export async function lockOwner(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type KnownReceipt = Pick<ReceiptRow, 'source' | 'reference' | 'coin' | 'amountSat' | 'at'>

export function listKnownReceipts(db: Queryable, userId: string): Promise<KnownReceipt[]> {
  return db
    .selectFrom('receipts')
    .select(['source', 'reference', 'coin', 'amountSat', 'at'])
    .where('userId', '=', userId)
    .execute()
}

export async function listPayoutTxids(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('txid')
    .where('userId', '=', userId)
    .where('txid', 'is not', null)
    .execute()
  return rows.flatMap(({ txid }) => txid ?? [])
}

export async function insertReceipts(
  trx: Trx,
  userId: string,
  receipts: readonly NewReceipt[],
  at: Date,
): Promise<void> {
  for (let start = 0; start < receipts.length; start += 500)
    await trx
      .insertInto('receipts')
      .values(receipts.slice(start, start + 500).map((receipt) => ({ ...receipt, userId, importedAt: at })))
      .execute()
}

/** Every address that the owner ever set for payouts. */
export async function listPayoutAddresses(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutAddressEvents')
    .select('address')
    .distinct()
    .where('userId', '=', userId)
    .where('kind', '=', 'requested')
    .execute()
  return rows.map(({ address }) => address)
}

/** False when a payout with that transaction is recorded already. */
export async function insertPayout(
  db: Queryable,
  payout: {
    userId: string
    amountSat: number
    paidAt: Date
    txid: string | null
    note: string | null
    recordedAt: Date
  },
): Promise<boolean> {
  const row = await db
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.columns(['userId', 'txid']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The removed receipt; null when the owner has no such receipt. */
export async function removeReceipt(db: Queryable, userId: string, id: string) {
  const row = await db
    .deleteFrom('receipts')
    .where('userId', '=', userId)
    .where(sql<string>`id::text`, '=', id)
    .returning(['coin', 'amountSat', 'source', 'reference'])
    .executeTakeFirst()
  return row ?? null
}
