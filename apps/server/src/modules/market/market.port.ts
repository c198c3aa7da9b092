import type { NetworkInputs } from '@shipminer/contract/mining'
import type { Currency } from './parse-market.ts'

/** Network difficulty and rewards of a day, with their source. Times are ms. */
export type NetworkInput = {
  difficulty: number
  blockHeight: number
  subsidySat: number
  feesSatPerBlock: number
  source: string
  observedAt: number
  builtIn: boolean
}
export type PriceInput = { centsPerBtc: number; source: string; observedAt: number }

/** What the rest of the server reads of the market. */
export type Market = {
  /** Queries every source once and stores the answers. Never throws for a source that is down. */
  refresh(): Promise<void>
  /** For days more than 60 days ago keeps only the last price. @returns how many prices were deleted. */
  sweep(): Promise<number>
  network(): Promise<NetworkInput>
  /**
   * The newest price however old, in cents of the currency (default EUR), with its time in `observedAt`; null when none was ever seen.
   * `before` (ms) selects the newest one at a past time.
   */
  price(currency?: Currency, before?: number): Promise<PriceInput | null>
  /** Network figures by UTC day, `from` ≤ day ≤ today: the newest observation on or before each day, else the first ever made, else the built-in one. */
  networkByDay(fromDay: string, toDay: string): Promise<Map<string, NetworkInput>>
}

/** The present basis of Bitcoin estimates, as pages show it. */
export async function readNetworkInputs(
  market: Pick<Market, 'network' | 'price'>,
  poolFeeBasisPoints: number,
): Promise<NetworkInputs> {
  const [network, price] = await Promise.all([market.network(), market.price()])
  return {
    difficulty: network.difficulty,
    blockHeight: network.blockHeight,
    subsidySat: network.subsidySat,
    feesSatPerBlock: network.feesSatPerBlock,
    networkSource: network.source,
    networkObservedAt: network.observedAt,
    networkBuiltIn: network.builtIn,
    centsPerBtc: price?.centsPerBtc ?? null,
    priceSource: price?.source ?? null,
    priceObservedAt: price?.observedAt ?? null,
    poolFeeBasisPoints,
  }
}
