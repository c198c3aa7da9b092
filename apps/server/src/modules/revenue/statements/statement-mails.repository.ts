import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

export type StatementReader = {
  id: string
  /** Null: no verified address. */
  email: string | null
  preferredLanguage: string | null
  wantsStatements: boolean
}

/** Owners with a controller, or with money, whose statement of a month was not decided on yet. By id, behind one of them. */
export async function listUndecided(
  db: Queryable,
  month: string,
  { limit, behind }: { limit: number; behind: string | null },
): Promise<StatementReader[]> {
  const { rows } = await sql<StatementReader>`
    SELECT u.id, CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email, u.preferred_language,
      (u.notifications ->> 'emailStatements') IS DISTINCT FROM 'false' AS wants_statements
    FROM users u
    WHERE NOT EXISTS (SELECT 1 FROM statement_mails s WHERE s.user_id = u.id AND s.month = ${month})
      AND (EXISTS (SELECT 1 FROM controllers c WHERE c.owner_id = u.id) OR EXISTS (SELECT 1 FROM receipts r WHERE r.user_id = u.id)
        OR EXISTS (SELECT 1 FROM payouts p WHERE p.user_id = u.id))
      AND (${behind}::uuid IS NULL OR u.id > ${behind}::uuid)
    ORDER BY u.id LIMIT ${limit}`.execute(db)
  return rows
}

/** False when it was decided earlier. */
export async function noteDecided(trx: Trx, userId: string, month: string, at: Date): Promise<boolean> {
  const row = await trx
    .insertInto('statementMails')
    .values({ userId, month, decidedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes statements from the outbox whose owner was deleted: they could never be generated. */
export async function removeOrphanedMails(db: Queryable): Promise<void> {
  await sql`
    DELETE FROM mails m WHERE m.status = 'queued' AND m.attachment LIKE 'statement:%'
      AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id::text = split_part(m.attachment, ':', 2))`.execute(db)
}
