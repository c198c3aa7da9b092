import { type Kysely, sql } from 'kysely'

/** Orders that are paid in part, or by coins that were seen, have an end too: four weeks after placing, and at least a week from now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE orders SET expires_at = greatest(method_chosen_at + interval '28 days', now() + interval '7 days')
    WHERE state = 'placed' AND method <> 'pay_on_delivery' AND expires_at IS NULL`.execute(db)
}
