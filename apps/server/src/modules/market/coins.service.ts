import { subsidySat } from '@shipminer/domain/calculator/network'
import { reasonOf } from '@shipminer/domain/reason-of'
import { daysBetween } from '@shipminer/domain/revenue/revenue-periods'
import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../platform/db/store.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { utcDay } from '../../platform/time.ts'
import type { CoinInput, CoinMarket, CoinSource, OtherCoin } from './coins.port.ts'
import type { Market } from './market.port.ts'
import { parseCoin } from './parse-coin.ts'

export type CoinMarketDeps = {
  store: Store
  clock: () => number
  logger: FastifyBaseLogger
  /** Queried in this order; the first one to answer for a coin is used. */
  sources: readonly CoinSource[]
  /** Coins that are being mined; no others are fetched. */
  listWanted: () => Promise<readonly OtherCoin[]>
  bitcoin: Pick<Market, 'price'>
  fetch?: typeof globalThis.fetch
}

const timeoutMs = 8_000
const askAgainAfterMs = 3_600_000
const goodForMs = 7 * 86_400_000

/** Difficulty and price of Bitcoin Cash and Bitcoin SV, day by day, from the configured sources. */
export function createCoinMarket(deps: CoinMarketDeps): CoinMarket {
  const { store, clock, logger } = deps
  const fetch = deps.fetch ?? globalThis.fetch

  async function ask({ coin, url }: CoinSource): Promise<boolean> {
    const host = new URL(url).host
    try {
      const response = await fetch(url, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const figures = parseCoin(await response.json())
      if (!figures) {
        logger.warn({ coin, host }, 'coin source answered in no known form')
        return false
      }
      const observedAt = new Date(clock())
      const row = {
        coin,
        day: utcDay(observedAt.getTime()),
        difficulty: String(figures.difficulty),
        height: figures.height,
        subsidySat: subsidySat(figures.height),
        feesSatPerBlock: figures.feesSatPerBlock,
        usdCentsPerCoin: figures.usdCentsPerCoin,
        source: host,
        observedAt,
      }
      await store.db
        .insertInto('coinDays')
        .values(row)
        .onConflict((conflict) => conflict.columns(['coin', 'day']).doUpdateSet(row))
        .execute()
      return true
    } catch (error) {
      logger.info({ coin, host, reason: reasonOf(error) }, 'coin source not reachable')
      return false
    }
  }

  const newest = (coin: OtherCoin) =>
    store.db.selectFrom('coinDays').selectAll().where('coin', '=', coin).orderBy('day', 'desc').limit(1)

  return {
    async refresh() {
      if (deps.sources.length === 0) return
      await forEachIsolated(await deps.listWanted(), String, async (coin) => {
        const last = await newest(coin).executeTakeFirst()
        if (last && clock() - last.observedAt.getTime() < askAgainAfterMs) return
        for (const source of deps.sources) if (source.coin === coin && (await ask(source))) break
      })
    },

    async byDay(coin, fromDay, toDay) {
      const rows = await store.db
        .selectFrom('coinDays')
        .selectAll()
        .where('coin', '=', coin)
        .where('day', '>=', utcDay(Date.parse(fromDay) - goodForMs))
        .where('day', '<=', toDay)
        .orderBy('day')
        .execute()
      const days = new Map<string, CoinInput>()
      let next = 0
      let current: { day: string; input: CoinInput } | null = null
      for (const day of daysBetween(fromDay, toDay)) {
        for (let row = rows[next]; row && row.day <= day; row = rows[++next])
          current = {
            day: row.day,
            input: {
              difficulty: Number(row.difficulty),
              blockHeight: row.height,
              subsidySat: Number(row.subsidySat),
              feesSatPerBlock: row.feesSatPerBlock === null ? null : Number(row.feesSatPerBlock),
              source: row.source,
              observedAt: row.observedAt.getTime(),
            },
          }
        if (current && Date.parse(day) - Date.parse(current.day) <= goodForMs) days.set(day, current.input)
      }
      return days
    },

    async price(coin) {
      const [row, eur, usd] = await Promise.all([
        newest(coin).where('usdCentsPerCoin', 'is not', null).executeTakeFirst(),
        deps.bitcoin.price('EUR'),
        deps.bitcoin.price('USD'),
      ])
      if (!row || row.usdCentsPerCoin === null || !eur || !usd) return null
      return {
        centsPerCoin: Math.round((Number(row.usdCentsPerCoin) * eur.centsPerBtc) / usd.centsPerBtc),
        source: row.source,
        observedAt: row.observedAt.getTime(),
      }
    },
  }
}
