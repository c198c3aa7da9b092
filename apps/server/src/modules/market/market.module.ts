import type { Context } from '../../platform/context.ts'
import { listMinedCoins } from '../pools/pools.port.ts'
import { coinsJob } from './coins.job.ts'
import { parseCoinSource } from './coins.port.ts'
import { createCoinMarket } from './coins.service.ts'
import { marketJob } from './market.job.ts'
import { createMarket } from './market.service.ts'
import { oldPricesJob } from './old-prices.job.ts'

/** Difficulty, fees and prices: of Bitcoin, and of the other coins that are being mined. */
export function openMarket(context: Context) {
  const { store, config } = context
  const market = createMarket({
    ...context,
    networkSources: config.NETWORK_SOURCES,
    priceSources: config.PRICE_SOURCES,
  })
  const coins = createCoinMarket({
    ...context,
    sources: config.COIN_SOURCES.map(parseCoinSource),
    listWanted: () => listMinedCoins(store.db),
    bitcoin: market,
  })
  return {
    port: { market, coins },
    jobs: [marketJob(context, market), oldPricesJob(market), coinsJob(context, coins)],
  }
}
