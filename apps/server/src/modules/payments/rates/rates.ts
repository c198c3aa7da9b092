import type { Asset } from '@shipminer/contract/shop/payments'
import type { CoinRate } from '@shipminer/domain/payments/amounts'
import {
  isQuoteFresh,
  parseEuroPrice,
  type Quote,
  quoteRate,
  type SourcePrice,
  usdtEuroRate,
} from '@shipminer/domain/payments/quote'
import { reasonOf } from '@shipminer/domain/reason-of'
import { createBackOff } from '../chains/chain-back-off.ts'
import { createHttpJson } from '../chains/http-json.ts'
import { parseRate, type RatePair } from './parse-rate.ts'

/** Sources of the price of a pair. */
export type RateSource = { pair: RatePair; url: string }

/** A price as the source reported it, stored with the intent. */
export type RawQuote = { pair: RatePair; source: string; price: string; at: string }

export type LockedQuote = Quote & { raw: RawQuote[] }

export type Rates = {
  /** A quote no older than the given age (default 5 min) if available, otherwise the last one that is still valid; null without one. */
  current(asset: Asset, maxAgeMs?: number): Promise<LockedQuote | null>
  /** What is known without a query. */
  lastKnown(asset: Asset): LockedQuote | null
}

/** Ages at which prices are fetched again: normally, and when a rate is about to be locked. */
export const lazyAgeMs = 5 * 60_000
export const lockingAgeMs = 30_000

const timeoutMs = 5_000

/**
 * Prices of coins in euro, fetched when needed and cached: the median of two or more sources of different operators that agree. USDT has a
 * euro price of its own, or one converted through the same operator's dollar price.
 */
export function createRates(deps: {
  sources: readonly RateSource[]
  clock: () => number
  random: () => number
  logger: { info(details: object, message: string): void }
  fetch?: typeof globalThis.fetch
}): Rates {
  const { sources, clock, logger } = deps
  const fetch = deps.fetch ?? globalThis.fetch
  const asked = sources.map(({ pair, url }) => ({
    pair,
    url,
    source: new URL(url).host,
    backOff: createBackOff(deps.random),
    http: createHttpJson(url, { fetch, timeoutMs, maxBytes: 256 * 1024 }),
    last: null as { price: string; atMs: number } | null,
    askedAtMs: Number.NEGATIVE_INFINITY,
  }))
  let running: Promise<void> | null = null

  const isNeeded = (asset: Asset, pair: RatePair) => (asset === 'BTC') === (pair === 'BTC/EUR')

  async function refresh(asset: Asset, maxAgeMs: number): Promise<void> {
    const now = clock()
    const due = asked.filter(
      ({ pair, backOff, last }) =>
        isNeeded(asset, pair) && backOff.isOpen(now) && (last === null || now - last.atMs > maxAgeMs),
    )
    await Promise.all(
      due.map(async (one) => {
        try {
          const { body } = await one.http.request('')
          const price = parseRate(body, one.pair)
          if (price === null || parseEuroPrice(price) === null) throw new Error('answered in no known form')
          one.last = { price, atMs: clock() }
          one.backOff.onSuccess()
        } catch (error) {
          one.backOff.onFailure(clock(), null)
          const reason = reasonOf(error)
          logger.info({ source: one.source, pair: one.pair, reason }, 'no price')
        }
      }),
    )
  }

  function pricesOf(asset: Asset): SourcePrice[] {
    const quoted = asked.flatMap(({ pair, source, last }) => (last ? [{ pair, source, ...last }] : []))
    const direct = quoted.flatMap(({ pair, source, price, atMs }) => {
      const rate = pair === `${asset}/EUR` ? parseEuroPrice(price) : null
      return rate ? [{ source, rate, observedAtMs: atMs }] : []
    })
    if (asset === 'BTC') return direct
    const crossed = quoted.flatMap((usdt) => {
      const euro = quoted.find(({ pair, source }) => pair === 'EUR/USD' && source === usdt.source)
      const rate: CoinRate | null =
        usdt.pair === 'USDT/USD' && euro ? usdtEuroRate(usdt.price, euro.price) : null
      return rate && euro ? [{ source: usdt.source, rate, observedAtMs: Math.min(usdt.atMs, euro.atMs) }] : []
    })
    return [...direct, ...crossed]
  }

  const rates: Rates = {
    lastKnown(asset) {
      const result = quoteRate(pricesOf(asset), clock())
      if (!result.ok || !isQuoteFresh(result.quote, clock())) return null
      const raw = asked.flatMap(({ pair, source, last }) =>
        last && isNeeded(asset, pair)
          ? [{ pair, source, price: last.price, at: new Date(last.atMs).toISOString() }]
          : [],
      )
      return { ...result.quote, raw }
    },
    async current(asset, maxAgeMs = lazyAgeMs) {
      const quote = rates.lastKnown(asset)
      if (quote && clock() - quote.observedAtMs <= maxAgeMs) return quote
      // One query at a time; concurrent callers wait for its answer.
      while (running) await running
      running = refresh(asset, maxAgeMs).finally(() => {
        running = null
      })
      await running
      return rates.lastKnown(asset)
    },
  }
  return rates
}
