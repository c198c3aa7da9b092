import type { Job } from '../../platform/jobs/job-runner.ts'
import type { ChainWatcher } from './sightings/chain-watcher.ts'
import { watchJobName } from './sightings/chain-watcher.ts'

/** Watches one chain: what arrived at our addresses, and what became of known payments. One job for each chain. */
export function watchChainJob({ chain, poll }: ChainWatcher, intervalMs: number): Job {
  return {
    name: watchJobName(chain),
    intervalMs,
    touches: [
      'chainCursors',
      'observedPayments',
      'paymentViews',
      'paymentIntents',
      'paymentIntentEvents',
      'orderBalances',
      'orders',
      'orderEvents',
      'invoices',
      'mails',
      'webhookDeliveries',
      'network',
    ],
    run: poll,
  }
}
