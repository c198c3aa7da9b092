import type { FulfilmentState, OrderState, PaymentState } from '@shipminer/domain/orders/order'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'
import type { OrderRow } from '../orders.repository.ts'

export type OrderSearch = {
  /** Part of a number, name, e-mail or company; case-insensitive. */
  text: string | null
  states: readonly OrderState[] | null
  payment: PaymentState | null
  fulfilment: FulfilmentState | null
  before: Date | null
  limit: number
}

/** Newest first; those placed at the same time as the last one are included. */
export function searchOrders(db: Queryable, search: OrderSearch): Promise<OrderRow[]> {
  const { text, states, payment, fulfilment, before, limit } = search
  let query = db.selectFrom('orders').selectAll()
  if (text !== null) {
    const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((is) =>
      is.or([
        is('number', 'ilike', part),
        is('email', 'ilike', part),
        is(sql<string>`(buyer->>'firstName') || ' ' || (buyer->>'lastName')`, 'ilike', part),
        is(sql<string>`buyer->>'company'`, 'ilike', part),
      ]),
    )
  }
  if (states !== null) query = query.where('state', 'in', states)
  if (payment !== null) query = query.where('payment', '=', payment)
  if (fulfilment !== null) query = query.where('fulfilment', '=', fulfilment)
  if (before !== null) query = query.where('placedAt', '<', before)
  return query.orderBy('placedAt', 'desc').fetch(limit, 'with ties').execute()
}

export async function orderNumbers(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
