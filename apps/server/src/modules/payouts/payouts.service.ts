import type {
  deskPayoutEndpoints,
  FirstPayout,
  PayoutOwner,
  PayoutRun,
  PayoutRunSummary,
} from '@shipminer/contract/desk/payouts'
import { decidePayout } from '@shipminer/domain/payouts/decide-payout'
import { firstPayoutDue } from '@shipminer/domain/payouts/first-payout'
import { type PayoutAddressState, payoutAddressState } from '@shipminer/domain/payouts/payout-address'
import {
  listPayoutRunEvents,
  type PayoutRunEvent,
  payoutConfirmations,
  transitionPayoutRun,
} from '@shipminer/domain/payouts/payout-run'
import { ownerBalance } from '@shipminer/domain/revenue/balance'
import { splitRevenue } from '@shipminer/domain/revenue/split'
import { safeTotal } from '@shipminer/domain/safe-whole'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { mailOfOutcome, mailOfWaiting, noteAction } from '../operators/operators.port.ts'
import { listPayoutAddressEventsOf } from '../users/users.port.ts'
import { lockBalances } from './by-hand/by-hand.ts'
import { scriptOfAddress } from './payout-account.ts'
import * as runs from './payout-runs.repository.ts'
import { type PayoutsDeps, presentSetup } from './payouts.deps.ts'
import * as repository from './payouts.repository.ts'

const perPage = 50

type Query = z.output<typeof deskPayoutEndpoints.deskPayouts.query & object>
type FirstQuery = Pick<Query, 'firstSort' | 'firstDirection' | 'firstPage'>
type RunsQuery = Pick<Query, 'runsState' | 'runsSort' | 'runsDirection' | 'runsPage'>

export const subjectOf = (id: number) => `payout ${id}` as const

/** What every owner is owed, who would be in a run now, and the runs so far: a page of each. */
export async function readPayouts(deps: PayoutsDeps, query: Query) {
  const [{ owners, unread }, first, made] = await Promise.all([
    readOwners(deps, deps.store.db),
    readFirstPayouts(deps, query),
    readRuns(deps, query),
  ])
  const due = owners.flatMap(({ amountSat }) => amountSat ?? [])
  return {
    serverTime: deps.clock(),
    setup: presentSetup(deps),
    ...pageOwners(owners, query),
    lines: due.length,
    totalSat: due.reduce((sum, amountSat) => sum + amountSat, 0),
    unreadOwners: unread,
    ...first,
    ...made,
    perPage,
  }
}

/** The owners whom a search finds, in a chosen order, a page of them. */
function pageOwners(owners: readonly PayoutOwner[], { page = 1, ...query }: Query) {
  const { found, shown } = sortOwners(owners, query)
  const due = found.filter(isDue).length
  return {
    owners: shown.slice((page - 1) * perPage, page * perPage),
    byStanding: { due, out: found.length - due },
  }
}

const isDue = ({ amountSat }: PayoutOwner) => amountSat !== null

/** Those in whose name a search is. */
export function findNamed<Owner extends { name: string }>(
  owners: readonly Owner[],
  search: string | undefined,
): Owner[] {
  const part = search?.toLowerCase() ?? ''
  return owners.filter(({ name }) => name.toLowerCase().includes(part))
}

/** The owners of a name, and of them those of a standing in their order. */
export function sortOwners(
  owners: readonly PayoutOwner[],
  { search, standing, sort = 'due', direction }: Pick<Query, 'search' | 'standing' | 'sort' | 'direction'>,
) {
  const found = findNamed(owners, search)
  const compare = ownerOrders[sort]
  const turn = direction === 'ascending' ? 1 : -1
  const shown = found
    .filter((owner) => standing === undefined || isDue(owner) === (standing === 'due'))
    .toSorted((a, b) => turn * compare(a, b) || (a.name < b.name ? -1 : 1))
  return { found, shown }
}

/** What is not known comes below all that is. */
const below = (a: number | null, b: number | null) =>
  (a ?? Number.MIN_SAFE_INTEGER) - (b ?? Number.MIN_SAFE_INTEGER)
const ownerOrders: Record<NonNullable<Query['sort']>, (a: PayoutOwner, b: PayoutOwner) => number> = {
  due: (a, b) => below(a.amountSat, b.amountSat),
  name: (a, b) => a.name.localeCompare(b.name),
  balance: (a, b) => below(a.balanceSat, b.balanceSat),
  received: (a, b) => a.receivedSat - b.receivedSat,
  paidOut: (a, b) => a.paidOutSat - b.paidOutSat,
}

async function readRuns(
  { store }: PayoutsDeps,
  { runsState, runsSort = 'createdAt', runsDirection, runsPage = 1 }: RunsQuery,
) {
  const state = runsState ?? null
  const offset = (runsPage - 1) * perPage
  const isAscending = runsDirection === 'ascending'
  const [rows, runsTotal] = await Promise.all([
    runs.listRuns(store.db, { state, sort: runsSort, isAscending, offset, limit: perPage }),
    runs.countRuns(store.db, state),
  ])
  return { runs: rows.map(({ lines, ...row }) => presentSummary(row, lines)), runsTotal }
}

/**
 * Every owner with something received or paid out, and what the next run does with them; those in it come first. Whose figures cannot be added up
 * is named by themselves, and the others are not affected.
 */
export async function readOwners(
  deps: PayoutsDeps,
  db: Queryable,
): Promise<{ owners: PayoutOwner[]; unread: repository.OwnerName[] }> {
  const now = deps.clock()
  const [owners, received, paidOut, openRuns] = await Promise.all([
    repository.listOwners(db),
    repository.sumReceived(db),
    repository.sumPaidOut(db),
    repository.openRuns(db),
  ])
  const addresses = await listPayoutAddressEventsOf(
    db,
    owners.map(({ id }) => id),
  )
  const sumsOf = new Map<string, repository.ReceivedSum[]>()
  for (const sum of received) sumsOf.set(sum.userId, [...(sumsOf.get(sum.userId) ?? []), sum])
  const rows: PayoutOwner[] = []
  const unread: repository.OwnerName[] = []
  for (const owner of owners)
    try {
      rows.push(
        presentOwner(deps, owner, {
          sums: sumsOf.get(owner.id) ?? [],
          paidOutSat: paidOut.get(owner.id) ?? 0,
          address: payoutAddressState(addresses.get(owner.id) ?? [], now),
          openRun: openRuns.get(owner.id) ?? null,
        }),
      )
    } catch (error) {
      deps.logger.error({ err: error, userId: owner.id }, 'a balance could not be added up')
      unread.push(owner)
    }
  return {
    owners: rows.toSorted((a, b) => Number(b.amountSat !== null) - Number(a.amountSat !== null)),
    unread,
  }
}

type OwnerFigures = {
  sums: readonly repository.ReceivedSum[]
  paidOutSat: number
  address: PayoutAddressState
  openRun: number | null
}

/** @throws RangeError when it cannot be added up */
function presentOwner(
  deps: PayoutsDeps,
  { id, name }: repository.OwnerName,
  { sums, paidOutSat, address: { current, pending }, openRun }: OwnerFigures,
): PayoutOwner {
  const bitcoin = (paidTo: 'provider' | 'owner') =>
    sums.find((sum) => sum.coin === 'BTC' && sum.paidTo === paidTo) ?? { amountSat: 0, sinceSat: 0 }
  const [byProvider, byOwner] = [bitcoin('provider'), bitcoin('owner')]
  const receivedSat = safeTotal([byProvider.amountSat, byOwner.amountSat])
  const balanceSat = ownerBalance({
    receivedByProviderSat: byProvider.amountSat,
    receivedByOwnerSat: byOwner.amountSat,
    paidOutSat,
  })
  const decision = decidePayout(
    {
      balanceSat,
      isInOpenRun: openRun !== null,
      address: current
        ? scriptOfAddress(current.address, deps.network) === null
          ? 'unusable'
          : 'counts'
        : pending
          ? 'waiting'
          : 'missing',
    },
    deps.minimumSat,
  )
  return {
    userId: id,
    name,
    receivedSat,
    receivedSinceSat: safeTotal([byProvider.sinceSat, byOwner.sinceSat]),
    ownerShareSat: splitRevenue(receivedSat).ownerSat,
    receivedByOwnerSat: byOwner.amountSat,
    paidOutSat,
    balanceSat,
    amountSat: decision.ok ? decision.amountSat : null,
    refusal: decision.ok ? null : decision.reason,
    openRunId: openRun === null ? null : String(openRun),
    address: current?.address ?? null,
    pendingFrom: pending?.countsAt ?? null,
    otherCoins: sums
      .filter(({ coin, paidTo }) => coin !== 'BTC' && paidTo === 'provider')
      .map(({ coin, amountSat }) => ({ coin, receivedSat: amountSat })),
  }
}

const firstOrders: Record<
  NonNullable<FirstQuery['firstSort']>,
  (a: FirstPayout, b: FirstPayout) => number
> = {
  since: (a, b) => a.since - b.since,
  name: (a, b) => a.name.localeCompare(b.name),
}

/** A page of the owners without a first payout. */
async function readFirstPayouts(
  deps: PayoutsDeps,
  { firstSort = 'since', firstDirection, firstPage = 1 }: FirstQuery,
) {
  const all = await listFirstPayouts(deps)
  const turn = firstDirection === 'descending' ? -1 : 1
  return {
    firstPayouts: all
      .toSorted((a, b) => turn * firstOrders[firstSort](a, b) || (a.userId < b.userId ? -1 : 1))
      .slice((firstPage - 1) * perPage, firstPage * perPage),
    firstTotal: all.length,
  }
}

/** Owners without a first payout, those with the least time first. */
async function listFirstPayouts(deps: Pick<PayoutsDeps, 'store' | 'clock'>): Promise<FirstPayout[]> {
  const now = deps.clock()
  const rows = await repository.listAwaitingFirst(deps.store.db)
  return rows
    .map(({ id, name, claimedAt, reportedAt }) => {
      const since = (reportedAt ?? claimedAt).getTime()
      return { userId: id, name, since, hasMiner: reportedAt !== null, ...firstPayoutDue(since, now) }
    })
    .toSorted((a, b) => a.since - b.since)
}

/** How many first payouts are due within a week, or overdue, and since when the oldest of them has been waited for. */
export async function countFirstPayoutsDue(
  deps: Pick<PayoutsDeps, 'store' | 'clock'>,
): Promise<{ owners: number; since: number | null }> {
  const due = (await listFirstPayouts(deps)).filter(({ state }) => state !== 'ok')
  return { owners: due.length, since: due[0]?.since ?? null }
}

/**
 * Makes a run of everyone who is due. The amounts are checked again in the transaction: when they are not what the operator saw, or another
 * operator was first, no run is made.
 *
 * @throws AppError `payouts-changed`
 */
export async function createRun(
  deps: PayoutsDeps,
  operator: Operator,
  shown: { lines: number; totalSat: number },
): Promise<{ id: string }> {
  try {
    const id = await deps.store.db.transaction().execute(async (trx) => {
      await lockBalances(trx)
      const [{ owners }, lastRuns] = await Promise.all([readOwners(deps, trx), repository.lastRunTimes(trx)])
      const lines = owners.flatMap((owner): runs.NewLine[] =>
        owner.amountSat === null || owner.address === null
          ? []
          : [
              {
                userId: owner.userId,
                ownerName: owner.name,
                amountSat: owner.amountSat,
                address: owner.address,
                receivedSat: owner.receivedSat,
                receivedByOwnerSat: owner.receivedByOwnerSat,
                ownerShareSat: owner.ownerShareSat,
                paidOutSat: owner.paidOutSat,
                since: lastRuns.get(owner.userId) ?? null,
              },
            ],
      )
      const totalSat = lines.reduce((sum, { amountSat }) => sum + amountSat, 0)
      if (lines.length !== shown.lines || totalSat !== shown.totalSat) throw new AppError('payouts-changed')
      const run = {
        createdAt: new Date(deps.clock()),
        createdBy: operator.name,
        createdById: operator.userId,
        totalSat,
      }
      const made = await runs.insertRun(trx, run, lines)
      await noteAction(deps, trx, operator, {
        action: 'payout.create',
        subject: subjectOf(made),
        reason: `${lines.length} × · ${totalSat} sat`,
      })
      const waiting = { id: String(made), what: { kind: 'payout' as const, totalSat } }
      if (deps.fourEyes) await mailOfWaiting(trx, deps, waiting, operator)
      return made
    })
    return { id: String(id) }
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('payouts-changed', {}, { cause: error })
    throw error
  }
}

/** @throws AppError `payout-run-not-found` */
export async function getRun(deps: Pick<PayoutsDeps, 'store'>, id: string): Promise<runs.RunRow> {
  const row = await runs.findRun(deps.store.db, id)
  if (!row) throw new AppError('payout-run-not-found')
  return row
}

/** One run with its lines. @throws AppError `payout-run-not-found` */
export async function readRun(deps: PayoutsDeps, id: string) {
  const row = await getRun(deps, id)
  const lines = await runs.listLines(deps.store.db, row.id)
  return { serverTime: deps.clock(), setup: presentSetup(deps), run: presentRun(row, lines) }
}

/**
 * Locks a run for an event, and returns the state that it leads to.
 *
 * @throws AppError `payout-run-conflict`
 */
export async function lockFor(trx: Trx, id: number, event: PayoutRunEvent) {
  const row = await runs.lockRun(trx, id)
  const next = row && transitionPayoutRun(row.state, event)
  if (!row || !next?.ok) throw new AppError('payout-run-conflict')
  return { row, state: next.state }
}

/** Cancels a run and releases its amounts. @throws AppError `payout-run-not-found`, `payout-run-conflict` */
export async function cancelRun(
  deps: PayoutsDeps,
  operator: Operator,
  id: string,
  reason: string,
): Promise<Record<string, never>> {
  const found = await getRun(deps, id)
  await deps.store.db.transaction().execute(async (trx) => {
    const { row, state } = await lockFor(trx, found.id, 'cancel')
    await runs.changeRun(trx, row.id, {
      state,
      cancelledAt: new Date(deps.clock()),
      cancelReason: reason,
    })
    await runs.closeLines(trx, row.id)
    await noteAction(deps, trx, operator, { action: 'payout.cancel', subject: subjectOf(row.id), reason })
    await tellMaker(deps, trx, operator, row, { outcome: 'refused', reason })
  })
  return {}
}

/** With four eyes, tells who made a run what another operator made of it. */
export async function tellMaker(
  deps: PayoutsDeps,
  trx: Trx,
  operator: Operator,
  { id, totalSat, createdById, createdAt }: runs.RunRow,
  how: { outcome: 'confirmed' | 'refused'; reason?: string },
): Promise<void> {
  if (!deps.fourEyes) return
  const waiting = { id: String(id), what: { kind: 'payout' as const, totalSat } }
  const made = { proposerId: createdById, proposedAt: createdAt }
  await mailOfOutcome(trx, deps, waiting, { ...how, ...made }, operator)
}

export function presentSummary(row: runs.RunRow, lines: number): PayoutRunSummary {
  const { id, state, createdAt, createdBy, totalSat, txid, confirmations } = row
  return {
    id: String(id),
    state,
    createdAt: createdAt.getTime(),
    createdBy,
    lines,
    totalSat,
    txid,
    confirmations,
  }
}

function presentRun(row: runs.RunRow, lines: readonly runs.LineRow[]): PayoutRun {
  const { psbt, feeRateMilliSat, feeSat, changeSat, inputs } = row
  return {
    ...presentSummary(row, lines.length),
    entries: lines.map(({ userId, ownerName, amountSat, address }) => ({
      userId,
      name: ownerName,
      amountSat,
      address,
    })),
    events: listPayoutRunEvents(row.state),
    exportedAt: row.exportedAt?.getTime() ?? null,
    broadcastAt: row.broadcastAt?.getTime() ?? null,
    confirmedAt: row.confirmedAt?.getTime() ?? null,
    cancelledAt: row.cancelledAt?.getTime() ?? null,
    cancelReason: row.cancelReason,
    confirmationsNeeded: payoutConfirmations,
    lookedAt: row.lookedAt?.getTime() ?? null,
    transaction:
      psbt === null || feeRateMilliSat === null || feeSat === null || changeSat === null || inputs === null
        ? null
        : { psbtBase64: psbt, feeRateMilliSat, feeSat, changeSat, inputs },
    canSend: row.state === 'broadcast' && row.rawTransaction !== null,
  }
}
