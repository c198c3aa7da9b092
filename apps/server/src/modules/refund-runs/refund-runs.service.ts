import type { RefundRun, RefundRunWay } from '@shipminer/contract/desk/refund-runs'
import { formatIban } from '@shipminer/domain/payments/bank/iban'
import {
  type SepaTransfer,
  type SepaTransferFile,
  writeSepaTransfers,
} from '@shipminer/domain/payments/bank/sepa-transfers'
import { writeCsv } from '@shipminer/domain/write-csv'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import {
  findProposal,
  mailOfOutcome,
  noteAction,
  type ProposalDeps,
  proposalNote,
  proposeIn,
  readProposed,
} from '../operators/operators.port.ts'
import {
  type DeskOrdersPort,
  isQuoteOver,
  OrderRefused,
  type RefundProof,
  sellerDay,
} from '../orders/orders.port.ts'
import type { PayoutsPort } from '../payouts/payouts.port.ts'
import * as repository from './refund-runs.repository.ts'

export type RefundRunDeps = ProposalDeps & {
  orders: Pick<DeskOrdersPort, 'payRefund' | 'payDroppedRefund'>
  /** The account that refunds leave from; null: not set. */
  payer: SepaTransferFile['payer'] | null
  unsignedTransaction: PayoutsPort['unsignedTransaction']
  /** From this sum on another operator than the one who made a run records that it was paid; null: never. */
  fourEyesFromCents: number | null
}

/** Runs with something to be paid. */
export async function listRuns(
  deps: Pick<RefundRunDeps, 'store' | 'fourEyesFromCents'>,
): Promise<RefundRun[]> {
  const { store } = deps
  const rows = await repository.listOpenRuns(store.db)
  const refunds = Map.groupBy(
    await repository.listRefundsOfRuns(
      store.db,
      rows.map(({ id }) => id),
    ),
    ({ runId }) => runId,
  )
  return rows.map((row) => {
    const ofRun = refunds.get(row.id) ?? []
    return { ...present(row, ofRun), needsSecond: needsSecond(deps, ofRun) }
  })
}

/**
 * Puts the claimed refunds of a way that are in no run into a new one and writes its file. What cannot be written stays outside.
 *
 * @throws AppError `refund-run-empty`, `refund-account-missing`
 */
export async function createRun(
  deps: RefundRunDeps,
  operator: Operator,
  way: RefundRunWay,
): Promise<{ runs: RefundRun[]; leftOut: string[] }> {
  if (way === 'bank' && deps.payer === null) throw new AppError('refund-account-missing')
  await closeSeenRefunds(deps)
  const leftOut = await deps.store.db.transaction().execute(async (trx) => {
    const waiting = await repository.lockWaiting(trx, way)
    const named = nameTransfers(waiting, await countsOf(trx, waiting))
    const createdAt = new Date(deps.clock())
    const fit = named.filter((one) => !isQuoteOver(one.refund, createdAt) && canBeWritten(deps, way, one))
    if (fit.length === 0) throw new AppError('refund-run-empty')
    const id = await repository.insertRun(trx, { way, createdAt, createdBy: operator.name })
    await repository.saveFile(trx, id, writeFile(deps, way, id, fit, createdAt))
    for (const { refund, reference } of fit) await repository.joinRun(trx, refund.id, id, reference)
    await noteAction(deps, trx, operator, {
      action: 'refund-run.create',
      subject: subjectOf(id),
      reason: `${way} · ${fit.length}`,
    })
    const made = fit.map(({ refund }) => refund)
    if (needsSecond(deps, made)) {
      const what = { kind: 'refund-run', amountCents: sumCents(made) } as const
      await proposeIn(deps, trx, operator, { id: String(id), what, subject: subjectOf(id), reason: null })
    }
    return named.filter((one) => !fit.includes(one)).map(({ refund }) => refund.orderNumber)
  })
  return { runs: await listRuns(deps), leftOut }
}

/** @throws AppError `refund-run-not-found` */
export async function readFile(deps: RefundRunDeps, operator: Operator, id: string) {
  const run = await requireRun(deps, id)
  await noteAction(deps, deps.store.db, operator, {
    action: 'refund-run.file',
    subject: subjectOf(run.id),
    reason: null,
  })
  return run.way === 'bank'
    ? { filename: `refunds-${run.id}.xml`, type: 'application/xml', text: run.file }
    : { filename: `refunds-${run.id}.csv`, type: 'text/csv;charset=utf-8', text: run.file }
}

/**
 * Records that what is left of a run was paid, each refund by itself. Of what was dropped in between that is unknown here: it is recorded by its id, when
 * it was paid all the same. The log has it before the first: a run that is cut off is gone on with.
 *
 * @throws AppError `refund-run-not-found`, `second-operator-required`, `invalid-request`
 */
export async function markPaid(
  deps: RefundRunDeps,
  operator: Operator,
  id: string,
  { on, txid, droppedId }: { on: string; txid?: string | undefined; droppedId?: string | undefined },
): Promise<RefundRun[]> {
  const run = await requireRun(deps, id)
  const isLater = on > sellerDay(new Date(deps.clock()))
  if (isLater) throw invalid('on', 'is later than today')
  if ((run.way === 'bitcoin') !== (txid !== undefined))
    throw invalid('txid', 'is for a run in Bitcoin, and needed there')
  const refunds = await repository.listRefundsOfRuns(deps.store.db, [run.id])
  const maker = needsSecond(deps, refunds) ? await requireSecond(deps, operator, run) : null
  await noteAction(deps, deps.store.db, operator, {
    action: 'refund-run.paid',
    subject: subjectOf(run.id),
    reason: [on, txid, droppedId, maker && proposalNote(maker)].filter(Boolean).join(' · '),
  })
  if (maker !== null && droppedId === undefined)
    await tellMaker(deps, deps.store.db, operator, { id: run.id, outcome: 'confirmed' })
  const paid =
    droppedId === undefined
      ? listOwed(run, refunds)
      : refunds.filter(({ id, status }) => id === droppedId && status === 'dropped')
  await forEachIsolated(
    paid,
    (refund) => `refund ${refund.id}`,
    (refund) => {
      const reference = txid?.toLowerCase() ?? refund.transferReference ?? ''
      const proof = { way: run.way, reference, on, operator: operator.name }
      return closeUnlessChanged(() => close(deps, refund, proof))
    },
  )
  return listRuns(deps)
}

/** Who made a run, if it was another operator: by name where it is not known who it was. @throws AppError `second-operator-required` */
async function requireSecond(
  { store }: Pick<RefundRunDeps, 'store'>,
  operator: Operator,
  run: Pick<repository.RunRow, 'id' | 'createdBy'>,
): Promise<string> {
  const proposal = await findProposal(store.db, { kind: 'refund-run', id: String(run.id) })
  const isMaker = proposal ? proposal.proposedById === operator.userId : run.createdBy === operator.name
  if (isMaker) throw new AppError('second-operator-required')
  return run.createdBy
}

/** Tells who made a run that waited for a second operator what became of it. */
async function tellMaker(
  deps: RefundRunDeps,
  db: Queryable,
  operator: Operator,
  { id: run, outcome }: { id: number; outcome: 'confirmed' | 'refused' },
): Promise<void> {
  const id = String(run)
  const proposal = await findProposal(db, { kind: 'refund-run', id })
  const what = proposal && readProposed(proposal)
  if (!what) return
  const { proposedById: proposerId, proposedAt } = proposal
  await mailOfOutcome(db, deps, { id, what }, { outcome, proposerId, proposedAt }, operator)
}

const sumCents = (refunds: readonly Pick<repository.RunRefund, 'amountCents'>[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

const needsSecond = (
  { fourEyesFromCents }: Pick<RefundRunDeps, 'fourEyesFromCents'>,
  refunds: readonly Pick<repository.RunRefund, 'amountCents'>[],
) => fourEyesFromCents !== null && sumCents(refunds) >= fourEyesFromCents

/** @throws AppError `refund-run-not-found` */
export async function cancelRun(deps: RefundRunDeps, operator: Operator, id: string): Promise<RefundRun[]> {
  const run = await requireRun(deps, id)
  await deps.store.db.transaction().execute(async (trx) => {
    const count = await repository.leaveRun(trx, run.id)
    if (count === 0) return
    await noteAction(deps, trx, operator, {
      action: 'refund-run.cancel',
      subject: subjectOf(run.id),
      reason: String(count),
    })
    await tellMaker(deps, trx, operator, { id: run.id, outcome: 'refused' })
  })
  return listRuns(deps)
}

/** Closes the refunds whose transfers a statement shows, also those that were not owed any more. */
export async function closeSeenRefunds(deps: RefundRunDeps): Promise<void> {
  await forEachIsolated(
    await repository.listSeenPaid(deps.store.db, deps.clock()),
    ({ reference }) => reference,
    ({ id, status, reference, on }) =>
      closeUnlessChanged(() =>
        close(deps, { id, status }, { way: 'bank', reference, on, operator: 'bank statement' }),
      ),
  )
}

const close = (
  { orders }: RefundRunDeps,
  { id, status }: Pick<repository.RunRefund, 'id' | 'status'>,
  proof: RefundProof,
): Promise<unknown> =>
  status === 'dropped' ? orders.payDroppedRefund(id, proof) : orders.payRefund(id, proof)

/** One that has changed in between stays as it is: its run shows it. */
async function closeUnlessChanged(closing: () => Promise<unknown>): Promise<void> {
  try {
    await closing()
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
  }
}

type Named = { refund: repository.RunRefund; reference: string }

/** Each refund keeps its reference for ever, also when its run was taken apart: whatever was paid under it is known again. */
function nameTransfers(waiting: readonly repository.RunRefund[], counts: Map<string, number>): Named[] {
  return waiting.map((refund) => {
    if (refund.transferReference !== null) return { refund, reference: refund.transferReference }
    const number = (counts.get(refund.orderId) ?? 0) + 1
    counts.set(refund.orderId, number)
    return { refund, reference: `${refund.orderNumber}-R${number}` }
  })
}

function countsOf(trx: Parameters<typeof repository.countReferences>[0], waiting: repository.RunRefund[]) {
  const ids = [...new Set(waiting.map(({ orderId }) => orderId))]
  return ids.length === 0 ? new Map<string, number>() : repository.countReferences(trx, ids)
}

const transferOf = ({ refund, reference }: Named): SepaTransfer => ({
  endToEndId: reference,
  amountCents: refund.amountCents,
  name: refund.claimName ?? '',
  iban: refund.claimTo ?? '',
  text: reference,
})

function canBeWritten(deps: RefundRunDeps, way: RefundRunWay, one: Named): boolean {
  try {
    writeFile(deps, way, 0, [one], new Date(deps.clock()))
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function writeFile(
  { payer }: RefundRunDeps,
  way: RefundRunWay,
  id: number,
  named: readonly Named[],
  createdAt: Date,
): string {
  if (way === 'bank') {
    if (payer === null) throw new AppError('refund-account-missing')
    const on = sellerDay(createdAt)
    return writeSepaTransfers({
      messageId: `REFUNDS-${id}`,
      createdAt,
      on,
      payer,
      transfers: named.map(transferOf),
    })
  }
  return writeCsv([
    ['address', 'amount_btc', 'reference'],
    ...named.map(({ refund, reference }) => [refund.claimTo, refund.claimAmount, reference]),
  ])
}

export async function requireRun({ store }: Pick<RefundRunDeps, 'store'>, id: string) {
  const run = await repository.findRun(store.db, Number(id))
  if (!run) throw new AppError('refund-run-not-found')
  return run
}

/** Whether a refund was dropped after its run was made, and is owed again. It may have left with the run, or been kept from it: a person looks. */
const isOwedAgain = (
  run: Pick<repository.RunRow, 'createdAt'>,
  { status, requestedAt }: repository.RunRefund,
) => status === 'requested' && requestedAt > run.createdAt

/** What a run still pays. */
export const listOwed = (
  run: Pick<repository.RunRow, 'createdAt'>,
  refunds: readonly repository.RunRefund[],
) => refunds.filter((refund) => refund.status === 'requested' && !isOwedAgain(run, refund))

export const subjectOf = (id: number) => `refund run ${id}` as const

const invalid = (field: string, message: string) =>
  new AppError('invalid-request', { issues: [{ path: `body.${field}`, message }] })

function transactionOf(row: repository.RunRow): RefundRun['transaction'] {
  const { psbt, feeRateMilliSat, feeSat, changeSat, inputs } = row
  if (psbt === null || feeRateMilliSat === null || feeSat === null || changeSat === null || inputs === null)
    return null
  return { psbtBase64: psbt, feeRateMilliSat, feeSat, changeSat, inputs }
}

function present(
  row: repository.RunRow,
  refunds: readonly repository.RunRefund[],
): Omit<RefundRun, 'needsSecond'> {
  const of = (status: repository.RunRefund['status']) => refunds.filter((refund) => refund.status === status)
  return {
    id: String(row.id),
    way: row.way,
    createdAt: row.createdAt.getTime(),
    createdBy: row.createdBy,
    transaction: transactionOf(row),
    refunds: listOwed(row, refunds).map((refund) => ({
      id: refund.id,
      orderId: refund.orderId,
      orderNumber: refund.orderNumber,
      to: row.way === 'bank' ? formatIban(refund.claimTo ?? '') : (refund.claimTo ?? ''),
      amountCents: refund.amountCents,
      amountCoin: refund.claimAmount,
      reference: refund.transferReference ?? '',
    })),
    again: refunds.filter((refund) => isOwedAgain(row, refund)).map(presentRefund),
    paid: of('paid').length,
    dropped: of('dropped').map((refund) => ({ id: refund.id, ...presentRefund(refund) })),
  }
}

const presentRefund = ({ orderId, orderNumber, amountCents, transferReference }: repository.RunRefund) => ({
  orderId,
  orderNumber,
  amountCents,
  reference: transferReference ?? '',
})
