import { type Selectable, sql } from 'kysely'
import type { MailSuppressionsTable } from '../db/schema.ts'
import type { Queryable } from '../db/store.ts'

/** Why an address gets no message to many: unsubscribed by its owner, refused by its mail server, or returned to us later. */
export type SuppressionReason = MailSuppressionsTable['reason']

/** Notes that addresses get no message to many, unless they ask for one later than this. */
export async function suppress(
  db: Queryable,
  emails: readonly string[],
  { reason, at }: { reason: SuppressionReason; at: Date },
): Promise<void> {
  const unique = [...new Set(emails.map((email) => email.toLowerCase()))]
  if (unique.length === 0) return
  await db
    .insertInto('mailSuppressions')
    .values(unique.map((email) => ({ email, reason, at })))
    .onConflict((conflict) => conflict.columns(['email', 'reason']).doUpdateSet({ at }))
    .execute()
}

/** What keeps messages to many from these addresses, by address in lower case. */
export async function listSuppressions(
  db: Queryable,
  emails: readonly string[],
): Promise<Map<string, Selectable<MailSuppressionsTable>[]>> {
  const unique = [...new Set(emails.map((email) => email.toLowerCase()))]
  if (unique.length === 0) return new Map()
  const rows = await db
    .selectFrom('mailSuppressions')
    .selectAll()
    .where('email', '=', sql<string>`ANY(${unique}::text[])`)
    .execute()
  return Map.groupBy(rows, ({ email }) => email)
}
