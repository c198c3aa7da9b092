import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { CoinMarket } from './coins.port.ts'

/** Fetches difficulty and price of the other coins that are being mined. */
export function coinsJob({ config }: Pick<Context, 'config'>, coins: Pick<CoinMarket, 'refresh'>): Job {
  return {
    name: 'coins',
    intervalMs: config.MARKET_REFRESH_MS,
    touches: ['coinDays', 'network'],
    run: () => coins.refresh(),
  }
}
