import { sql } from 'kysely'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import type { MergeRule } from './merge-rules.ts'

/** Which account stays, and which goes. */
export type Pair = { stays: string; goes: string }

/** Both accounts, locked so that nothing can be added to them meanwhile; always in the same order, so that two merges do not wait for each other. */
export async function lockPair(trx: Trx, { stays, goes }: Pair) {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [stays, goes])
    .orderBy('id')
    .forUpdate()
    .execute()
  const [one, other] = [rows.find(({ id }) => id === stays), rows.find(({ id }) => id === goes)]
  return one && other ? { stays: one, goes: other } : null
}

/** Moves rows by a rule; gives how many moved. */
export async function moveRows(
  trx: Trx,
  rule: Exclude<MergeRule, { how: 'ends' }>,
  { stays, goes }: Pair,
): Promise<number> {
  const column = sql.ref(rule.column)
  const same =
    rule.how === 'fills' && rule.key.length > 0
      ? sql.join(
          rule.key.map((key) => sql`AND o.${sql.ref(key)} = t.${sql.ref(key)}`),
          sql` `,
        )
      : sql``
  const isFree =
    rule.how === 'moves'
      ? sql``
      : sql`AND NOT EXISTS (SELECT FROM ${sql.table(rule.table)} o WHERE o.${column} = ${stays} ${same})`
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(rule.table)} t SET ${column} = ${stays} WHERE t.${column} = ${goes} ${isFree}`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

export async function countRows(
  db: Queryable,
  { table, column }: MergeRule,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Payouts of both in one transaction are one payout of the person: their lines stay, each with its amount. */
export async function joinPayouts(trx: Trx, { stays, goes }: Pair): Promise<void> {
  await sql`
    UPDATE payout_run_lines SET payout_id = NULL WHERE payout_id IN (
      SELECT g.id FROM payouts g JOIN payouts s ON s.txid = g.txid AND s.user_id = ${stays} WHERE g.user_id = ${goes})`.execute(
    trx,
  )
  await sql`
    UPDATE payouts s SET amount_sat = s.amount_sat + g.amount_sat FROM payouts g
    WHERE s.user_id = ${stays} AND g.user_id = ${goes} AND g.txid = s.txid`.execute(trx)
  await sql`
    DELETE FROM payouts g USING payouts s WHERE s.user_id = ${stays} AND g.user_id = ${goes} AND g.txid = s.txid`.execute(
    trx,
  )
}

/** Whether both have a receipt of the same name: nobody can tell whether it is one. */
export async function haveSameReceipt(db: Queryable, { stays, goes }: Pair): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM receipts s JOIN receipts g ON g.source = s.source AND g.reference = s.reference
      WHERE s.user_id = ${stays} AND g.user_id = ${goes}) AS found`.execute(db)
  return rows[0]?.found === true
}

/** Nobody is of the crew of a ship of their own, nor notified second of their own alerts. */
export async function leaveOwnCrew(trx: Trx, userId: string): Promise<void> {
  await sql`DELETE FROM ship_crew k USING ships s WHERE s.id = k.ship_id AND s.user_id = ${userId} AND k.user_id = ${userId}`.execute(
    trx,
  )
  await sql`DELETE FROM alert_escalations WHERE user_id = ${userId} AND member_id = ${userId}`.execute(trx)
}

/** The password goes with the e-mail address. */
export async function movePassword(trx: Trx, { stays, goes }: Pair): Promise<void> {
  await trx.updateTable('passwords').set({ userId: stays }).where('userId', '=', goes).execute()
}

export async function noteMerged(
  trx: Trx,
  merged: {
    formerId: string
    userId: string
    name: string
    email: string | null
    emailVerified: boolean
    at: Date
    operator: string
  },
): Promise<void> {
  await trx.insertInto('mergedAccounts').values(merged).execute()
}

export async function countMessages(db: Queryable, email: string | null): Promise<number> {
  if (email === null) return 0
  const { count } = await db
    .selectFrom('inquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What of the person's fleet their open pages have to read anew. */
export async function listFleet(db: Queryable, ownerId: string) {
  const ships = await db.selectFrom('ships').select('id').where('userId', '=', ownerId).execute()
  const loose = await db
    .selectFrom('controllers')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('shipId', 'is', null)
    .limit(1)
    .execute()
  return { ships: ships.map(({ id }) => id), loose: loose[0]?.id ?? null }
}
