import type { UnsignedTransaction } from '@shipminer/contract/desk/payouts'
import { parseUnits } from '@shipminer/domain/payments/amounts'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from '../operators/operators.port.ts'
import * as repository from './refund-runs.repository.ts'
import { listOwed, type RefundRunDeps, requireRun, subjectOf } from './refund-runs.service.ts'

/**
 * One unsigned transaction for what is left of a run in Bitcoin, out of the account that payouts are paid from.
 *
 * @throws AppError `refund-run-not-found`, `refund-run-empty`, `payout-run-conflict`, `payout-setup-missing`,
 * `payout-source-unavailable`, `payout-run-too-large`, `payout-coin-spent`
 */
export async function makeRunPsbt(
  deps: RefundRunDeps,
  operator: Operator,
  id: string,
  feeRateMilliSat: number,
): Promise<UnsignedTransaction> {
  const { db } = deps.store
  const found = await requireRun(deps, id)
  if (found.way !== 'bitcoin') throw new AppError('refund-run-not-found')
  const refunds = listOwed(found, await repository.listRefundsOfRuns(db, [found.id]))
  if (refunds.length === 0) throw new AppError('refund-run-empty')
  const made = await deps.unsignedTransaction({
    run: { kind: 'refund', id: found.id },
    outputs: refunds.map(({ claimTo, claimAmount }) => ({
      address: claimTo ?? '',
      amountSat: Number(parseUnits(claimAmount ?? '', 8)),
    })),
    feeRateMilliSat,
    anchor: found.anchor,
  })
  if (made.outcome === 'insufficient') return made
  const { psbtBase64, feeSat, changeSat, changeIndex, outpoints } = made.psbt
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await repository.lockRun(trx, found.id)
    const owed = listOwed(found, await repository.listRefundsOfRuns(trx, [found.id]))
    const isSame = owed.map((refund) => refund.id).join() === refunds.map((refund) => refund.id).join()
    if (!row || row.anchor !== found.anchor || !isSame) throw new AppError('payout-run-conflict')
    const anchor = row.anchor ?? outpoints[0] ?? null
    const inputs = outpoints.length
    const kept = { psbt: psbtBase64, feeRateMilliSat, feeSat, changeSat, changeIndex, inputs, anchor }
    await repository.saveTransaction(trx, row.id, kept)
    await noteAction(deps, trx, operator, {
      action: 'refund-run.psbt',
      subject: subjectOf(row.id),
      reason: `${feeRateMilliSat / 1000} sat/vB · ${feeSat} sat`,
    })
  })
  const transaction = { psbtBase64, feeRateMilliSat, feeSat, changeSat, inputs: outpoints.length }
  return { outcome: 'made', transaction }
}
