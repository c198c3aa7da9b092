import type { PaymentRecord } from '@shipminer/contract/shop/payments'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'

/** Maximum number of orders of one person in a history. */
const mostShown = 200

/**
 * What a person paid or owes by other means than coins: what was received by bank or at the installation, and what is still expected.
 * `status` is the order's payment state.
 */
export async function listOtherPayments(db: Queryable, userId: string): Promise<PaymentRecord[]> {
  const rows = await db
    .selectFrom('orders as o')
    .leftJoin('orderBalances as b', (join) =>
      join.onRef('b.orderId', '=', 'o.id').on('b.source', 'not like', 'intent:%'),
    )
    .where('o.userId', '=', userId)
    .groupBy('o.id')
    .select([
      'o.id',
      'o.number',
      'o.method',
      'o.state',
      'o.payment',
      'o.grossCents',
      'o.placedAt',
      sql<string>`coalesce(sum(b.received_cents), 0)::text`.as('received'),
      sql<Date | null>`max(b.updated_at)`.as('receivedAt'),
    ])
    .orderBy('o.placedAt', 'desc')
    .limit(mostShown)
    .execute()
  return rows.flatMap((row): PaymentRecord[] => {
    const received = Number(row.received)
    const isCoin = row.method === 'bitcoin' || row.method === 'usdt'
    const isWaitedFor =
      !isCoin &&
      (row.payment === 'unpaid' || row.payment === 'pending') &&
      row.state !== 'cancelled' &&
      row.state !== 'expired'
    if (received === 0 && !isWaitedFor) return []
    return [
      {
        orderId: row.id,
        orderNumber: row.number,
        method: isCoin ? 'bank_transfer' : row.method,
        at: (received === 0 ? row.placedAt : (row.receivedAt ?? row.placedAt)).toISOString(),
        amountEurCents: received === 0 ? row.grossCents : received,
        amount: null,
        asset: null,
        paymentIntentId: null,
        status: row.payment,
      },
    ]
  })
}
