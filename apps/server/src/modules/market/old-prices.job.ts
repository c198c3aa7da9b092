import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Market } from './market.port.ts'

/** Deletes all but the last price of days long past. */
export function oldPricesJob(market: Pick<Market, 'sweep'>): Job {
  return {
    name: 'old-prices',
    intervalMs: 86_400_000,
    touches: ['priceQuotes'],
    run: async () => void (await market.sweep()),
  }
}
