import { AppError } from '../../platform/http/app-error.ts'
import { scriptOfAddress } from './payout-account.ts'
import { type MadePsbt, makePsbt, outpointsOfPsbt } from './payout-psbt.ts'
import { type PayingRun, readOtherRuns } from './payout-runs.repository.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { askSource } from './sources/ask-source.ts'

export type UnsignedOrder = {
  run: PayingRun
  outputs: readonly { address: string; amountSat: number }[]
  feeRateMilliSat: number
  /** A coin that it has to spend; null: the first transaction of its run. */
  anchor: string | null
}
export type MadeUnsigned =
  | { outcome: 'made'; psbt: MadePsbt }
  | { outcome: 'insufficient'; missingSat: number; availableSat: number }

/**
 * One unsigned transaction for a whole run. A later transaction of a run spends a coin of its first one, so that no two of them can both be
 * paid out; coins of other runs that wait for a signature are left alone.
 *
 * @throws AppError `payout-address-changed`, `payout-setup-missing`, `account-unconfirmed`, `payout-source-unavailable`, `payout-run-too-large`,
 * `payout-coin-spent`
 */
export async function makeUnsigned(
  deps: Pick<PayoutsDeps, 'store' | 'logger' | 'network' | 'account' | 'isAccountHeld' | 'source'>,
  { run, outputs, feeRateMilliSat, anchor }: UnsignedOrder,
): Promise<MadeUnsigned> {
  const { account, source, network } = deps
  if (!account || !source) throw new AppError('payout-setup-missing')
  if (await deps.isAccountHeld(deps.store.db)) throw new AppError('account-unconfirmed')
  const paid = outputs.map(({ address, amountSat }) => {
    const script = scriptOfAddress(address, network)
    if (script === null) throw new AppError('payout-address-changed')
    return { script, amountSat }
  })
  const others = await readOtherRuns(deps.store.db, run)
  const taken = new Set(others.psbts.flatMap(outpointsOfPsbt))
  const { coins, nextChangeIndex } = await askSource(deps, () => source.findCoins(account))
  // The coin was spent: most likely the transaction that was made before is on its way.
  if (anchor !== null && !coins.some(({ outpoint }) => outpoint === anchor))
    throw new AppError('payout-coin-spent')
  const free = coins.filter(({ outpoint }) => !taken.has(outpoint))
  const made = makePsbt({
    account,
    coins: free,
    outputs: paid,
    feeRateMilliSat,
    changeIndex: Math.max(nextChangeIndex, others.nextChangeIndex),
    mustSpend: anchor,
  })
  if (made.ok) return { outcome: 'made', psbt: made.psbt }
  if (made.reason === 'too-large') throw new AppError('payout-run-too-large')
  const availableSat = free.reduce((sum, { valueSat }) => sum + valueSat, 0)
  return { outcome: 'insufficient', missingSat: made.missingSat, availableSat }
}
