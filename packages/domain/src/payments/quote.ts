import { type CoinRate, parseUnits } from './amounts.ts'

/** Rates are kept in euro cents × 10⁸ for one coin. */
export const rateScale = 100_000_000n

/** How old a price may be, and how far apart two sources. */
export const quoteMaxAgeMs = 10 * 60_000
export const quoteMaxSpreadPermille = 20n

/** A price that one source reported. */
export type SourcePrice = { source: string; rate: CoinRate; observedAtMs: number }

export type Quote = {
  rate: CoinRate
  /** Names of the sources, in order of the alphabet, for the record. */
  sources: string[]
  /** Time of the oldest price in it. */
  observedAtMs: number
}

export type QuoteResult =
  | { ok: true; quote: Quote }
  | { ok: false; reason: 'too-few-sources' | 'sources-differ' }

/**
 * The rate to lock: the median of at least two fresh prices that lie within 2 % of each other. Without one, crypto is offered as "temporarily
 * unavailable". A source counts once, with its newest price. Of an even number the two in the middle are averaged, rounded down, so that
 * the buyer's amount is rounded up.
 */
export function quoteRate(prices: readonly SourcePrice[], nowMs: number): QuoteResult {
  const newest = new Map<string, SourcePrice>()
  for (const price of prices) {
    const { source, rate, observedAtMs } = price
    const isFresh = observedAtMs <= nowMs + 60_000 && nowMs - observedAtMs <= quoteMaxAgeMs
    if (!isFresh || rate.scaledCents <= 0n || rate.scale <= 0n) continue
    const before = newest.get(source)
    if (!before || before.observedAtMs < observedAtMs) newest.set(source, price)
  }
  const fresh = [...newest.values()]
  const scaled = fresh.map(({ rate }) => toScale(rate)).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [lowest, highest] = [scaled[0], scaled.at(-1)]
  if (scaled.length < 2 || lowest === undefined || highest === undefined || lowest === 0n)
    return { ok: false, reason: 'too-few-sources' }
  if ((highest - lowest) * 1000n > lowest * quoteMaxSpreadPermille)
    return { ok: false, reason: 'sources-differ' }
  const lower = scaled[Math.floor((scaled.length - 1) / 2)] ?? lowest
  const upper = scaled[Math.floor(scaled.length / 2)] ?? highest
  return {
    ok: true,
    quote: {
      rate: { scaledCents: (lower + upper) / 2n, scale: rateScale },
      sources: fresh.map(({ source }) => source).toSorted(),
      observedAtMs: Math.min(...fresh.map(({ observedAtMs }) => observedAtMs)),
    },
  }
}

/** Whether a quote may still be locked. */
export function isQuoteFresh(quote: Quote, nowMs: number): boolean {
  return nowMs - quote.observedAtMs <= quoteMaxAgeMs
}

/**
 * Reads a price in euro as a source writes it ('65000.12'). Null when it is not a plain decimal above zero; decimals past the tenth are cut.
 */
export function parseEuroPrice(text: string): CoinRate | null {
  const [, whole = '', decimals = ''] = /^(\d{1,15})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  const units = whole === '' ? null : parseUnits(`${whole}.${decimals.slice(0, 10).padEnd(1, '0')}`, 10)
  // Ten decimals of a euro are eight of a cent.
  return units === null || units === 0n ? null : { scaledCents: units, scale: rateScale }
}

/**
 * Price of one USDT in euro from its price in dollars and the dollars of one euro, rounded down.
 *
 * @example One USDT at 0.9995 dollars, one euro at 1.0850 dollars: 0.92119815 euro.
 */
export function usdtEuroRate(usdPerUsdt: string, usdPerEuro: string): CoinRate | null {
  const usdt = parseEuroPrice(usdPerUsdt)
  const euro = parseEuroPrice(usdPerEuro)
  if (!usdt || !euro) return null
  const scaledCents = (usdt.scaledCents * 100n * rateScale) / euro.scaledCents
  return scaledCents === 0n ? null : { scaledCents, scale: rateScale }
}

function toScale({ scaledCents, scale }: CoinRate): bigint {
  return (scaledCents * rateScale) / scale
}
