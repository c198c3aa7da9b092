import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import type { OrderLineRow } from '../orders.repository.ts'

export async function changeLine(
  trx: Trx,
  { orderId, position }: Pick<OrderLineRow, 'orderId' | 'position'>,
  amounts: Pick<OrderLineRow, 'netCents' | 'vatCents' | 'grossCents'>,
): Promise<void> {
  await trx
    .updateTable('orderLines')
    .set(amounts)
    .where('orderId', '=', orderId)
    .where('position', '=', position)
    .execute()
}

/** Net sum of what was ordered in a year of a place by consumers elsewhere in the Union and is only sent to them; what came to nothing is left out. */
export async function sumSentAfar(db: Queryable, year: number, timeZone: string): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    SELECT coalesce(sum(net_cents), 0)::text AS cents FROM orders
    WHERE vat_case = 'sent-afar' AND state NOT IN ('cancelled', 'expired') AND payment <> 'refunded'
      AND placed_at >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${timeZone}::text)
      AND placed_at < make_timestamptz(${year + 1}::int, 1, 1, 0, 0, 0, ${timeZone}::text)`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}
