import type { PayoutAddressEvent } from '@shipminer/domain/payouts/payout-address'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** The whole history, oldest first. */
export async function listPayoutAddressEvents(db: Queryable, userId: string): Promise<PayoutAddressEvent[]> {
  const rows = await db
    .selectFrom('payoutAddressEvents')
    .select(['kind', 'address', 'at', 'countsAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime(), countsAt: row.countsAt.getTime() }))
}

/** The same for many users, by user; those who never set an address are not in it. */
export async function listPayoutAddressEventsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, PayoutAddressEvent[]>> {
  const byUser = new Map<string, PayoutAddressEvent[]>()
  if (userIds.length === 0) return byUser
  const rows = await db
    .selectFrom('payoutAddressEvents')
    .select(['userId', 'kind', 'address', 'at', 'countsAt'])
    .where('userId', '=', sql<string>`ANY(${sql.val([...userIds])}::uuid[])`)
    .orderBy('id')
    .execute()
  for (const { userId, at, countsAt, ...event } of rows) {
    const events = byUser.get(userId) ?? []
    events.push({ ...event, at: at.getTime(), countsAt: countsAt.getTime() })
    byUser.set(userId, events)
  }
  return byUser
}

export async function insertPayoutAddressEvent(
  trx: Trx,
  userId: string,
  event: PayoutAddressEvent,
): Promise<void> {
  await trx
    .insertInto('payoutAddressEvents')
    .values({ ...event, userId, at: new Date(event.at), countsAt: new Date(event.countsAt) })
    .execute()
}
