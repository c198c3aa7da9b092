import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { isUuid } from '../../platform/is-uuid.ts'

const kinds = ['waiting-list', 'notify-me'] as const

/** Who still waits, oldest first: for these products, or (null among them) that orders can be placed at all. */
export function listWaiting(db: Queryable) {
  return db
    .selectFrom('inquiries')
    .select(['id', 'email', 'name', 'language', 'productId', 'createdAt'])
    .where('kind', 'in', kinds)
    .where('handledAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number]

/** Records that these are notified by a message to many: they wait no more, and may ask again. */
export async function markNotified(
  trx: Trx,
  ids: readonly string[],
  { mailingId, at }: { mailingId: string; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('inquiries')
    .set({ handledAt: at, mailingId })
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute()
}

/** What an address was notified of by one message: products; null among them: that orders can be placed at all. */
export async function listNotified(
  db: Queryable,
  email: string,
  mailingId: string,
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select('productId')
    .where('mailingId', '=', mailingId)
    .where((of) => of(of.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('createdAt')
    .execute()
  return [...new Set(rows.map(({ productId }) => productId))]
}

/** Puts those whom a stopped message has not reached back on their lists, unless they asked again meanwhile. */
export async function waitOn(trx: Trx, mailingId: string): Promise<void> {
  await sql`
    UPDATE inquiries i SET handled_at = NULL, mailing_id = NULL
    WHERE i.mailing_id = ${mailingId}
      AND lower(i.email) IN (
        SELECT lower(notified.email) FROM mailing_recipients r JOIN inquiries notified ON notified.id = r.inquiry_id
        WHERE r.mailing_id = ${mailingId} AND r.skipped = 'stopped')
      AND NOT EXISTS (
        SELECT 1 FROM inquiries again
        WHERE again.kind = i.kind AND again.handled_at IS NULL AND lower(again.email) = lower(i.email)
          AND again.product_id IS NOT DISTINCT FROM i.product_id)`.execute(trx)
}

/** The address of an inquiry; null: there is none. */
export async function findWaitingAddress(db: Queryable, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('inquiries').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? null
}

/** Takes an address off every list that it waits on. */
export async function endWaiting(trx: Trx, email: string, at: Date): Promise<void> {
  await trx
    .updateTable('inquiries')
    .set({ handledAt: at })
    .where('kind', 'in', kinds)
    .where('handledAt', 'is', null)
    .where((of) => of(of.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .execute()
}
