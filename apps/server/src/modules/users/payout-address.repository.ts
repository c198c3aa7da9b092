import type { PayoutAddressEvent } from '@shipminer/domain/payout-address'
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
