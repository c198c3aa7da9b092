/** Coins beside Bitcoin that have a difficulty of their own. */
export type OtherCoin = 'BCH' | 'BSV'
export type CoinSource = { coin: OtherCoin; url: string }

/** Reads `BCH=https://…` as in the setting. */
export function parseCoinSource(text: string): CoinSource {
  return { coin: text.startsWith('BSV=') ? 'BSV' : 'BCH', url: text.slice(4) }
}

/** Network figures of a coin on a day, with their source. Times are ms. */
export type CoinInput = {
  difficulty: number
  blockHeight: number
  subsidySat: number
  /** Mean of a block; null: no source reported it. */
  feesSatPerBlock: number | null
  source: string
  observedAt: number
}

export type CoinMarket = {
  /** Fetches, at most once an hour, the figures of the coins that are being mined. Never throws for a source that is down. */
  refresh(): Promise<void>
  /**
   * Figures by UTC day: the newest observation on or before it, if not older than a week. Days without one are missing: nothing replaces
   * them.
   */
  byDay(coin: OtherCoin, fromDay: string, toDay: string): Promise<Map<string, CoinInput>>
  /** Euro cents for a whole coin: the newest price in US dollars, converted with the Bitcoin price in both. Null: unknown. */
  price(coin: OtherCoin): Promise<{ centsPerCoin: number; source: string; observedAt: number } | null>
}
