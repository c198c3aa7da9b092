import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { sql } from 'kysely'
import { safeSum } from '../../platform/db/safe-sum.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { notPaidOut } from '../revenue/revenue.port.ts'

export type OwnerName = { id: string; name: string }

/** Everyone with something received or paid out, by name. */
export function listOwners(db: Queryable): Promise<OwnerName[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('receipts').select('receipts.id').whereRef('receipts.userId', '=', 'users.id')),
        exists(selectFrom('payouts').select('payouts.id').whereRef('payouts.userId', '=', 'users.id')),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export type ReceivedSum = {
  userId: string
  coin: MinedCoin
  paidTo: 'provider' | 'owner'
  amountSat: number
  /** Recorded since the owner's last run. */
  sinceSat: number
}

/** What pools really paid, for every owner, by coin and by recipient. */
export async function sumReceived(db: Queryable): Promise<ReceivedSum[]> {
  const { rows } = await sql<ReceivedSum>`
    WITH last_run AS (
      SELECT l.user_id AS owner_id, max(r.created_at) AS at
      FROM payout_run_lines l JOIN payout_runs r ON r.id = l.run_id WHERE r.state <> 'cancelled' GROUP BY l.user_id)
    SELECT receipts.user_id, receipts.coin, receipts.paid_to, ${safeSum('receipts.amount_sat')} AS amount_sat,
      coalesce(${safeSum('receipts.amount_sat', sql`last_run.at IS NULL OR receipts.imported_at > last_run.at`)}, 0) AS since_sat
    FROM receipts LEFT JOIN last_run ON last_run.owner_id = receipts.user_id
    WHERE receipts.user_id IS NOT NULL AND ${notPaidOut}
    GROUP BY receipts.user_id, receipts.coin, receipts.paid_to`.execute(db)
  return rows
}

/** What was paid out, by owner. */
export async function sumPaidOut(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; amountSat: number }>`
    SELECT user_id, ${safeSum('amount_sat')} AS amount_sat FROM payouts WHERE user_id IS NOT NULL GROUP BY user_id`.execute(
    db,
  )
  return new Map(rows.map(({ userId, amountSat }) => [userId, amountSat]))
}

/** Changes with whatever is entered that a balance, or whether it is paid out, is made of: the newest of each, each found at once. */
export async function newestOfBalances(db: Queryable): Promise<string> {
  const { rows } = await sql<{ newest: string }>`
    SELECT concat_ws(' ', coalesce((SELECT max(id) FROM receipts), 0), coalesce((SELECT max(id) FROM payouts), 0),
      coalesce((SELECT max(id) FROM payout_address_events), 0), (SELECT string_agg(id || state, ',' ORDER BY id)
        FROM (SELECT id, state FROM payout_runs ORDER BY id DESC LIMIT 20) r)) AS newest`.execute(db)
  return rows[0]?.newest ?? ''
}

/** When each owner's last run that was not cancelled was made. */
export async function lastRunTimes(db: Queryable): Promise<Map<string, Date>> {
  const { rows } = await sql<{ userId: string; at: Date }>`
    SELECT l.user_id, max(r.created_at) AS at FROM payout_run_lines l JOIN payout_runs r ON r.id = l.run_id
    WHERE r.state <> 'cancelled' AND l.user_id IS NOT NULL GROUP BY l.user_id`.execute(db)
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}

/** The open run that each owner is in. */
export async function openRuns(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payoutRunLines')
    .select(['userId', 'runId'])
    .where('isOpen', '=', true)
    .where('userId', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ userId, runId }) => (userId === null ? [] : [[userId, runId] as const])))
}

export type AwaitingFirst = OwnerName & { claimedAt: Date; reportedAt: Date | null }

/** Owners of a controller who never received anything, from the provider or from a pool. */
export async function listAwaitingFirst(db: Queryable): Promise<AwaitingFirst[]> {
  const { rows } = await sql<AwaitingFirst>`
    SELECT u.id, u.name, min(c.claimed_at) AS claimed_at,
      min(greatest(c.claimed_at, (SELECT min(m.created_at) FROM miners m WHERE m.controller_id = c.id))) FILTER (
        WHERE EXISTS (SELECT 1 FROM miners m WHERE m.controller_id = c.id)) AS reported_at
    FROM users u JOIN controllers c ON c.owner_id = u.id AND c.claimed_at IS NOT NULL AND c.revoked_at IS NULL
    WHERE NOT EXISTS (SELECT 1 FROM payouts p WHERE p.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.user_id = u.id AND r.paid_to = 'owner')
    GROUP BY u.id, u.name ORDER BY min(c.claimed_at), u.id`.execute(db)
  return rows
}
