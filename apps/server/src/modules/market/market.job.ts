import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Market } from './market.port.ts'

/** Fetches difficulty, fees and price of Bitcoin. */
export function marketJob({ config }: Pick<Context, 'config'>, market: Pick<Market, 'refresh'>): Job {
  return {
    name: 'market',
    intervalMs: config.MARKET_REFRESH_MS,
    touches: ['networkDays', 'priceQuotes', 'network'],
    run: () => market.refresh(),
  }
}
