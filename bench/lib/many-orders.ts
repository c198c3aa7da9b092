import { sql } from 'kysely'
import type { Store } from '../../apps/server/src/platform/db/store.ts'
import { orderColumns } from '../../apps/server/test/order-columns.ts'

/** More orders like one, with their lines, as placing makes them: each with a number, a reference and a buyer of its own, a second apart. */
export async function multiplyOrders(db: Store['db'], id: string, count: number): Promise<void> {
  const columns = await orderColumns(db)
  await sql`
    INSERT INTO orders (${columns}) SELECT ${columns} FROM (SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'SM-2026-' || lpad((100000 + g)::text, 6, '0'),
      'bank_reference', 'RF' || (10 + g % 89) || 'SM' || lpad(g::text, 10, '0'), 'email', 'skipper' || g || '@rederij.nl', 'placed_at', o.placed_at - g * interval '1 second'))).*
    FROM orders o, generate_series(1, ${count}::int) g WHERE o.id = ${id}) many`.execute(db)
  await sql`
    INSERT INTO order_lines SELECT n.id, l.position, l.product_id, l.name, l.quantity, l.unit_gross_cents, l.net_cents, l.vat_cents, l.gross_cents
    FROM order_lines l, orders n WHERE l.order_id = ${id} AND n.id <> ${id}`.execute(db)
}
