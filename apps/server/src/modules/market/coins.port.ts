/** Coins beside Bitcoin that have a difficulty of their own. */
export type OtherCoin = 'BCH' | 'BSV'
export type CoinSource = { coin: OtherCoin; url: string }

/** Reads `BCH=https://…` as the setting has it. */
export function parseCoinSource(text: string): CoinSource {
  return { coin: text.startsWith('BSV=') ? 'BSV' : 'BCH', url: text.slice(4) }
}

/** A coin's network on a day, and where that is known from. Times are ms. */
export type CoinInput = {
  difficulty: number
  blockHeight: number
  subsidySat: number
  /** Mean of a block; null: no source told. */
  feesSatPerBlock: number | null
  source: string
  observedAt: number
}

export type CoinMarket = {
  /** Asks, at most once an hour, for the coins that somebody mines. Never throws for a source that is down. */
  refresh(): Promise<void>
  /** Figures by UTC day: the newest observation on or before it, if not older than a week. Days without one are missing: nothing stands in for them. */
  byDay(coin: OtherCoin, fromDay: string, toDay: string): Promise<Map<string, CoinInput>>
  /** Euro cents for a whole coin: the newest price in US dollars, at the rate that the Bitcoin price has in both. Null: not known. */
  price(coin: OtherCoin): Promise<{ centsPerCoin: number; source: string; observedAt: number } | null>
}
