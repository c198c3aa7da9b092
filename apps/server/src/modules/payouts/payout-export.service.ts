import type { PayoutTransaction } from '@shipminer/contract/desk/payouts'
import { payoutAddressState } from '@shipminer/domain/payouts/payout-address'
import { transitionPayoutRun } from '@shipminer/domain/payouts/payout-run'
import { writeCsv } from '@shipminer/domain/write-csv'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from '../operators/operators.port.ts'
import { listPayoutAddressEventsOf } from '../users/users.port.ts'
import * as runs from './payout-runs.repository.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { getRun, lockFor, subjectOf } from './payouts.service.ts'
import { makeUnsigned } from './unsigned-transaction.service.ts'

/**
 * The run as a table, for payment by hand.
 *
 * @throws AppError `payout-run-not-found`, `payout-run-conflict`, `payout-address-changed`
 */
export async function exportCsv(
  deps: PayoutsDeps,
  operator: Operator,
  id: string,
): Promise<{ filename: string; csv: string }> {
  const found = await getRun(deps, id)
  const lines = await runs.listLines(deps.store.db, found.id)
  await deps.store.db.transaction().execute(async (trx) => {
    const { row, state } = await lockFor(trx, found.id, 'export')
    await refuseChangedAddresses(deps, trx, lines)
    await runs.changeRun(trx, row.id, { state, exportedAt: new Date(deps.clock()) })
    await noteAction(deps, trx, operator, {
      action: 'payout.export',
      subject: subjectOf(row.id),
      reason: 'csv',
    })
  })
  return {
    filename: `payout-run-${found.id}.csv`,
    csv: writeCsv([
      ['address', 'amount_btc', 'amount_sat', 'reference', 'owner'],
      ...lines.map(({ address, amountSat, position, ownerName }) => [
        address,
        (amountSat / 1e8).toFixed(8),
        amountSat,
        `${found.id}-${position + 1}`,
        ownerName,
      ]),
    ]),
  }
}

/**
 * The unsigned transaction of a run.
 *
 * @throws AppError `payout-run-not-found`, `payout-run-conflict`, `payout-address-changed`, `payout-setup-missing`,
 * `payout-source-unavailable`, `payout-run-too-large`, `payout-coin-spent`
 */
export async function exportPsbt(
  deps: PayoutsDeps,
  operator: Operator,
  id: string,
  feeRateMilliSat: number,
): Promise<
  | { outcome: 'made'; transaction: PayoutTransaction }
  | { outcome: 'insufficient'; missingSat: number; availableSat: number }
> {
  const found = await getRun(deps, id)
  if (!transitionPayoutRun(found.state, 'export').ok) throw new AppError('payout-run-conflict')
  const lines = await runs.listLines(deps.store.db, found.id)
  const run = { kind: 'payout', id: found.id } as const
  const made = await makeUnsigned(deps, { run, outputs: lines, feeRateMilliSat, anchor: found.anchor })
  if (made.outcome === 'insufficient') return made
  const { psbtBase64, feeSat, changeSat, changeIndex, outpoints } = made.psbt
  await deps.store.db.transaction().execute(async (trx) => {
    const { row, state } = await lockFor(trx, found.id, 'export')
    if (row.anchor !== found.anchor) throw new AppError('payout-run-conflict')
    await refuseChangedAddresses(deps, trx, lines)
    await runs.changeRun(trx, row.id, {
      state,
      exportedAt: new Date(deps.clock()),
      psbt: psbtBase64,
      feeRateMilliSat,
      feeSat,
      changeSat,
      changeIndex,
      inputs: outpoints.length,
      anchor: row.anchor ?? outpoints[0] ?? null,
    })
    await noteAction(deps, trx, operator, {
      action: 'payout.export',
      subject: subjectOf(row.id),
      reason: `psbt · ${feeRateMilliSat / 1000} sat/vB · ${feeSat} sat`,
    })
  })
  return {
    outcome: 'made',
    transaction: { psbtBase64, feeRateMilliSat, feeSat, changeSat, inputs: outpoints.length },
  }
}

/** Fee rate for one of the next blocks according to the source; null when it does not know, or does not answer. */
export async function suggestFee({ source, logger }: PayoutsDeps) {
  const feeRateMilliSat = await source?.feeRateMilliSat().catch((error: Error) => {
    logger.warn({ source: source.name, reason: error.message }, 'no fee rate for payouts')
    return null
  })
  return { feeRateMilliSat: feeRateMilliSat ?? null, source: source?.name ?? null }
}

/** Money goes where the owner wants it now. */
async function refuseChangedAddresses(
  deps: PayoutsDeps,
  db: Queryable,
  lines: readonly runs.LineRow[],
): Promise<void> {
  const userIds = lines.flatMap(({ userId }) => userId ?? [])
  const events = await listPayoutAddressEventsOf(db, userIds)
  const now = deps.clock()
  for (const { userId, address } of lines) {
    if (userId === null) continue
    const { current } = payoutAddressState(events.get(userId) ?? [], now)
    if (current?.address !== address) throw new AppError('payout-address-changed')
  }
}
