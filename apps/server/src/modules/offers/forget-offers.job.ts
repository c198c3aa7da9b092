import type { Job } from '../../platform/jobs/job-runner.ts'
import { sellerDay } from '../invoices/invoices.port.ts'
import type { OfferDeps } from './offers.deps.ts'
import { deleteOffersBefore } from './offers.repository.ts'

/** Months that an offer which nobody accepted is kept after its last day; the privacy page says so. */
const keptMonths = 24

/** Deletes offers that led to nothing, past their retention. What was accepted stays with its order. */
export function forgetOffersJob({ store, clock }: Pick<OfferDeps, 'store' | 'clock'>): Job {
  return {
    name: 'forget-offers',
    intervalMs: 86_400_000,
    touches: ['offers'],
    async run() {
      const before = new Date(clock())
      before.setUTCMonth(before.getUTCMonth() - keptMonths)
      await deleteOffersBefore(store.db, sellerDay(before))
    },
  }
}
