import { guessPool, type MinedCoin, poolHost } from '@shipminer/domain/revenue/pool-coin'
import type { Queryable } from '../../platform/db/store.ts'
import { readMinedCoins } from './pools.repository.ts'

/** Coins beside Bitcoin that recorded pools mine, or that the name of a pool in use suggests. */
export async function listMinedCoins(db: Queryable): Promise<Exclude<MinedCoin, 'BTC'>[]> {
  const { poolUrls, coins } = await readMinedCoins(db)
  const guessed = poolUrls.map((poolUrl) => guessPool(poolHost(poolUrl)).coin)
  return [...new Set([...coins, ...guessed])].flatMap((coin) => (coin === 'BTC' ? [] : [coin])).sort()
}
