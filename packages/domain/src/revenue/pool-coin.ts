import { isSoloPool } from '../pools/solo-pool.ts'

/** Coins that can be mined with the same machines. Smallest unit of each: 10⁻⁸. */
export const minedCoins = ['BTC', 'BCH', 'BSV'] as const
export type MinedCoin = (typeof minedCoins)[number]
export type PoolMode = 'pooled' | 'solo'

const coinLabels: readonly (readonly [MinedCoin, RegExp])[] = [
  ['BCH', /(^|[.-])bch([.-]|$)/],
  ['BSV', /(^|[.-])bsv([.-]|$)/],
]

/**
 * Host of a pool's address, lower case; null where there is none.
 *
 * @example poolHost('stratum+tcp://BTC.example.org:3333') // 'btc.example.org'
 */
export function poolHost(poolUrl: string | null): string | null {
  if (!poolUrl) return null
  const host = poolUrl
    .trim()
    .replace(/^[a-z0-9+]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[:/].*$/, '')
    .toLowerCase()
  return host || null
}

/**
 * Coin and mode of a pool without a profile: Bitcoin, unless its name says another coin; solo as `isSoloPool` knows.
 *
 * @example guessPool('bch.pool.example') // { coin: 'BCH', mode: 'pooled' }
 */
export function guessPool(host: string | null): { coin: MinedCoin; mode: PoolMode } {
  const named = coinLabels.find(([, label]) => host !== null && label.test(host))
  return { coin: named?.[0] ?? 'BTC', mode: isSoloPool(host) ? 'solo' : 'pooled' }
}
