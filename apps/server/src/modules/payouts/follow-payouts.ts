import { payoutConfirmations, transitionPayoutRun } from '@shipminer/domain/payouts/payout-run'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { listByState, noteConfirmations } from './payout-runs.repository.ts'
import { parsePayoutTransaction } from './payout-transaction.ts'
import type { PayoutsDeps } from './payouts.deps.ts'

/** Checks the confirmations of the transactions of broadcast runs. Without a source nothing is known, and nothing changes. */
export async function followPayouts({
  store,
  clock,
  source,
}: Pick<PayoutsDeps, 'store' | 'clock' | 'source'>): Promise<void> {
  if (!source) return
  const runs = await listByState(store.db, 'broadcast')
  await forEachIsolated(
    runs,
    ({ id }) => `run ${id}`,
    async (run) => {
      if (run.txid === null) return
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
    },
  )
}
