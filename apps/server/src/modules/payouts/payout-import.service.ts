import type { PayoutDifference } from '@shipminer/contract/desk/payouts'
import { compareOutputs } from '@shipminer/domain/payouts/compare-outputs'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from '../operators/operators.port.ts'
import { scriptOfAddress } from './payout-account.ts'
import * as runs from './payout-runs.repository.ts'
import { parsePayoutTransaction, type SignedTransaction } from './payout-transaction.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { getRun, lockFor, subjectOf, tellMaker } from './payouts.service.ts'
import { askSource } from './sources/ask-source.ts'
import { queuePayoutMails } from './statements/payout-mails.ts'

/**
 * Accepts the signed transaction of a run: it has to pay exactly the lines. From then on the payouts are recorded and the owners notified.
 * For a run that is broadcast already it is the replacement (with a higher fee), which has to exclude the first one.
 *
 * @throws AppError `payout-run-not-found`, `payout-run-conflict`, `second-operator-required`, `payout-transaction-invalid`, `payout-transaction-unsigned`,
 * `payout-transaction-not-found`, `payout-transaction-used`, `payout-send-refused`, `payout-setup-missing`, `payout-source-unavailable`
 */
export async function importTransaction(
  deps: PayoutsDeps,
  operator: Operator,
  id: string,
  { transaction: pasted, send }: { transaction: string; send: boolean },
): Promise<{ outcome: 'accepted'; txid: string } | { outcome: 'differs'; differences: PayoutDifference[] }> {
  const found = await getRun(deps, id)
  if (found.state !== 'exported' && found.state !== 'broadcast') throw new AppError('payout-run-conflict')
  // By name where it is not known who it was: one too many is refused rather than one too few.
  const isMaker =
    (found.createdById ?? found.createdBy) === (found.createdById === null ? operator.name : operator.userId)
  if (deps.fourEyes && isMaker) throw new AppError('second-operator-required')
  const transaction = await readTransaction(deps, pasted)
  const lines = await runs.listLines(deps.store.db, found.id)
  const wanted = lines.map(({ address, amountSat }) => ({
    script: scriptOfAddress(address, deps.network) ?? '',
    amountSat,
  }))
  const comparison = compareOutputs(wanted, transaction.outputs)
  if (!comparison.ok) {
    const differences = comparison.differences.flatMap(({ line, foundSat }): PayoutDifference[] => {
      const one = lines[line]
      return one ? [{ name: one.ownerName, address: one.address, amountSat: one.amountSat, foundSat }] : []
    })
    return { outcome: 'differs', differences }
  }
  refuseSecondPayment(found, transaction)
  if (send) await sendTransaction(deps, transaction)
  if (found.txid === transaction.txid) return { outcome: 'accepted', txid: transaction.txid }
  try {
    await deps.store.db
      .transaction()
      .execute((trx) =>
        found.state === 'exported'
          ? settle(deps, trx, operator, { found, lines, transaction })
          : replace(deps, trx, operator, { found, transaction }),
      )
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('payout-transaction-used', {}, { cause: error })
    throw error
  }
  return { outcome: 'accepted', txid: transaction.txid }
}

/** Sends the transaction of a run once more. @throws AppError as `importTransaction` */
export async function sendAgain(
  deps: PayoutsDeps,
  operator: Operator,
  id: string,
): Promise<Record<string, never>> {
  const { id: runId, state, rawTransaction, txid } = await getRun(deps, id)
  if (state !== 'broadcast' || rawTransaction === null || txid === null)
    throw new AppError('payout-run-conflict')
  await sendTransaction(deps, { hex: rawTransaction, txid })
  await noteAction(deps, deps.store.db, operator, {
    action: 'payout.send',
    subject: subjectOf(runId),
    reason: txid,
  })
  return {}
}

async function readTransaction(deps: PayoutsDeps, pasted: string): Promise<SignedTransaction> {
  const { source } = deps
  const parsed = parsePayoutTransaction(pasted)
  if (parsed.kind === 'signed') return parsed.transaction
  if (parsed.kind === 'invalid') throw new AppError('payout-transaction-invalid')
  if (parsed.kind === 'unsigned') throw new AppError('payout-transaction-unsigned')
  if (!source) throw new AppError('payout-transaction-not-found')
  const hex = await askSource(deps, () => source.findTransaction(parsed.txid))
  const read = hex === null ? null : parsePayoutTransaction(hex)
  // A source that returns a transaction other than the requested one counts as not knowing it.
  if (read?.kind !== 'signed' || read.transaction.txid !== parsed.txid)
    throw new AppError('payout-transaction-not-found')
  return read.transaction
}

/** A second transaction of a run that is broadcast must not be valid at the same time as the first. */
function refuseSecondPayment(run: runs.RunRow, transaction: SignedTransaction): void {
  if (run.txid === null || run.txid === transaction.txid) return
  const before = run.rawTransaction === null ? null : parsePayoutTransaction(run.rawTransaction)
  const spent = before?.kind === 'signed' ? before.transaction.inputs : []
  if (!transaction.inputs.some((outpoint) => spent.includes(outpoint)))
    throw new AppError('payout-transaction-used')
}

async function sendTransaction(
  deps: PayoutsDeps,
  { hex, txid }: { hex: string; txid: string },
): Promise<void> {
  const { source } = deps
  if (!source) throw new AppError('payout-setup-missing')
  if (!(await askSource(deps, () => source.send(hex, txid)))) throw new AppError('payout-send-refused')
}

async function settle(
  deps: PayoutsDeps,
  trx: Trx,
  operator: Operator,
  {
    found,
    lines,
    transaction: { txid, hex },
  }: { found: runs.RunRow; lines: readonly runs.LineRow[]; transaction: SignedTransaction },
): Promise<void> {
  const { row, state } = await lockFor(trx, found.id, 'import')
  const at = new Date(deps.clock())
  await runs.changeRun(trx, row.id, { state, txid, rawTransaction: hex, broadcastAt: at })
  for (const line of lines)
    if (!(await runs.settleLine(trx, line, { txid, paidAt: at })))
      throw new AppError('payout-transaction-used')
  await queuePayoutMails(deps, trx, { id: row.id, txid }, lines)
  await noteAction(deps, trx, operator, {
    action: 'payout.import',
    subject: subjectOf(row.id),
    reason: txid,
  })
  await tellMaker(deps, trx, operator, row, { outcome: 'confirmed' })
}

async function replace(
  deps: PayoutsDeps,
  trx: Trx,
  operator: Operator,
  { found, transaction: { txid, hex } }: { found: runs.RunRow; transaction: SignedTransaction },
): Promise<void> {
  const { row, state } = await lockFor(trx, found.id, 'replace')
  if (row.txid !== found.txid) throw new AppError('payout-run-conflict')
  await runs.changeRun(trx, row.id, {
    state,
    txid,
    rawTransaction: hex,
    confirmations: null,
    lookedAt: null,
  })
  await runs.moveSettled(trx, row.id, txid)
  await noteAction(deps, trx, operator, {
    action: 'payout.replace',
    subject: subjectOf(row.id),
    reason: txid,
  })
}
