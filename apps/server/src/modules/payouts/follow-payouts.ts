import { payoutConfirmations, transitionPayoutRun } from '@shipminer/domain/payouts/payout-run'
import { listByState, noteConfirmations } from './payout-runs.repository.ts'
import { parsePayoutTransaction } from './payout-transaction.ts'
import type { PayoutsDeps } from './payouts.deps.ts'

/** Looks how deep the transactions of broadcast runs are in the chain. Without a source nothing is known, and nothing changes. */
export async function followPayouts({
  store,
  clock,
  source,
}: Pick<PayoutsDeps, 'store' | 'clock' | 'source'>): Promise<void> {
  if (!source) return
  for (const run of await listByState(store.db, 'broadcast')) {
    if (run.txid === null) continue
    const parsed = run.rawTransaction === null ? null : parsePayoutTransaction(run.rawTransaction)
    const outputs = parsed?.kind === 'signed' ? parsed.transaction.outputs.length : 0
    const confirmations = await source.confirmations(run.txid, outputs)
    const lookedAt = new Date(clock())
    const confirmed = transitionPayoutRun(run.state, 'confirm')
    const isDeep = confirmations !== null && confirmations >= payoutConfirmations && confirmed.ok
    await noteConfirmations(store.db, run, {
      confirmations,
      lookedAt,
      state: isDeep ? confirmed.state : run.state,
      confirmedAt: isDeep ? lookedAt : null,
    })
  }
}
