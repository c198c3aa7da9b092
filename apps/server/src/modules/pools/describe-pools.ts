import { guessPool, poolHost } from '@shipminer/domain/revenue/pool-coin'
import type { Queryable } from '../../platform/db/store.ts'
import { listPoolProfiles, type PoolProfile } from './pools.repository.ts'

/** Coin and mode of any pool of an owner, as it was recorded or as its name suggests. */
export async function describePools(
  db: Queryable,
  userId: string,
): Promise<(poolUrl: string | null) => Pick<PoolProfile, 'coin' | 'mode'>> {
  const profiles = new Map((await listPoolProfiles(db, userId)).map((profile) => [profile.host, profile]))
  return (poolUrl) => {
    const host = poolHost(poolUrl)
    return (host === null ? undefined : profiles.get(host)) ?? guessPool(host)
  }
}
