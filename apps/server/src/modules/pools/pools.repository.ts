import type { MinedCoin, PoolMode } from '@shipminer/domain/revenue/pool-coin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

/** What was recorded about an owner's pool. A fee of null is the server's setting. */
export type PoolProfile = { host: string; coin: MinedCoin; mode: PoolMode; feeBasisPoints: number | null }

/** What was recorded about an owner's pools, by host. */
export function listPoolProfiles(db: Queryable, userId: string): Promise<PoolProfile[]> {
  return db
    .selectFrom('poolProfiles')
    .select(['host', 'coin', 'mode', 'feeBasisPoints'])
    .where('userId', '=', userId)
    .orderBy('host')
    .execute()
}

export async function savePoolProfile(
  db: Queryable,
  userId: string,
  profile: PoolProfile,
  at: Date,
): Promise<void> {
  const row = { ...profile, changedAt: at }
  await db
    .insertInto('poolProfiles')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'host']).doUpdateSet(row))
    .execute()
}

export async function removePoolProfile(db: Queryable, userId: string, host: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('poolProfiles')
    .where('userId', '=', userId)
    .where('host', '=', host)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

/** Addresses of the pools that miners of some controllers use now, with the number of miners. Null: miners that reported none. */
export async function countPools(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<{ poolUrl: string | null; miners: number }[]> {
  if (controllerIds.length === 0) return []
  const { rows } = await sql<{ poolUrl: string | null; miners: number }>`
    SELECT pool_url, count(*)::int4 AS miners FROM miners
    WHERE controller_id = ANY(${sql.val([...controllerIds])}::text[]) GROUP BY pool_url ORDER BY pool_url`.execute(
    db,
  )
  return rows
}

/** Every pool address in use, and every coin that was recorded for a pool. */
export async function readMinedCoins(db: Queryable): Promise<{ poolUrls: string[]; coins: MinedCoin[] }> {
  const pools = await sql<{ poolUrl: string }>`
    SELECT DISTINCT pool_url FROM miners WHERE pool_url IS NOT NULL`.execute(db)
  const coins = await db.selectFrom('poolProfiles').select('coin').distinct().execute()
  return { poolUrls: pools.rows.map(({ poolUrl }) => poolUrl), coins: coins.map(({ coin }) => coin) }
}
