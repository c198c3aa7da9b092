import type { deskPayoutEndpoints, PayoutOwner, PayoutRunSummary } from '@shipminer/contract/desk/payouts'
import { type Columns, csvTable, isoTime } from '@shipminer/domain/csv-table'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { noteExport } from '../operators/operators.port.ts'
import { listRuns } from './payout-runs.repository.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { findNamed, presentSummary, readOwners, sortOwners } from './payouts.service.ts'

const mostRuns = 10_000

type OwnersWanted = z.output<typeof deskPayoutEndpoints.deskPayoutOwnersExport.body & object>
type RunsWanted = z.output<typeof deskPayoutEndpoints.deskPayoutRunsExport.body & object>
type Exported = { csv: string; rows: number; isWhole: boolean }

/** `figures` are null where they cannot be added up. */
type OwnerLine = { name: string; figures: PayoutOwner | null }

const ownerColumns: Columns<OwnerLine> = {
  owner: ({ name }) => name,
  dueSat: ({ figures }) => figures?.amountSat ?? null,
  refusal: ({ figures }) => (figures === null ? 'unreadable' : figures.refusal),
  balanceSat: ({ figures }) => figures?.balanceSat ?? null,
  receivedSat: ({ figures }) => figures?.receivedSat ?? null,
  receivedByOwnerSat: ({ figures }) => figures?.receivedByOwnerSat ?? null,
  shareSat: ({ figures }) => figures?.ownerShareSat ?? null,
  paidOutSat: ({ figures }) => figures?.paidOutSat ?? null,
  address: ({ figures }) => figures?.address ?? null,
  otherCoins: ({ figures }) => figures && otherCoins(figures),
}

const otherCoins = ({ otherCoins }: PayoutOwner) =>
  otherCoins.map(({ coin, receivedSat }) => `${(receivedSat / 1e8).toFixed(8)} ${coin}`).join(' ')

/**
 * What every owner whom the filters find is due and had so far, as a table; that it was taken out is recorded. Those whose figures cannot be added
 * up stand at its end, without any.
 */
export async function exportOwners(
  deps: PayoutsDeps,
  operator: Operator,
  wanted: OwnersWanted,
): Promise<Exported> {
  const { search, standing } = wanted
  const { db } = deps.store
  const { owners, unread } = await readOwners(deps, db)
  const unknown = standing === 'due' ? [] : findNamed(unread, search)
  const lines: OwnerLine[] = [
    ...sortOwners(owners, wanted).shown.map((figures) => ({ name: figures.name, figures })),
    ...unknown.map(({ name }) => ({ name, figures: null })),
  ]
  const about = { action: 'owners.export', subject: 'owner', filters: [search, standing] } as const
  await noteExport(deps, db, operator, { ...about, rows: lines.length })
  return { csv: csvTable(ownerColumns, lines), rows: lines.length, isWhole: true }
}

const runColumns: Columns<PayoutRunSummary> = {
  run: ({ id }) => id,
  state: ({ state }) => state,
  createdAt: ({ createdAt }) => isoTime(createdAt),
  createdBy: ({ createdBy }) => createdBy,
  owners: ({ lines }) => lines,
  totalSat: ({ totalSat }) => totalSat,
  txid: ({ txid }) => txid,
  confirmations: ({ confirmations }) => confirmations,
}

/** The runs so far as a table, newest first; that it was taken out is recorded. */
export async function exportRuns(
  deps: PayoutsDeps,
  operator: Operator,
  { state }: RunsWanted,
): Promise<Exported> {
  const { db } = deps.store
  const page = { sort: 'createdAt', isAscending: false, offset: 0, limit: mostRuns + 1 } as const
  const found = await listRuns(db, { state: state ?? null, ...page })
  const kept = found.slice(0, mostRuns).map(({ lines, ...row }) => presentSummary(row, lines))
  const about = { action: 'payouts.export', subject: 'payout', filters: [state] } as const
  await noteExport(deps, db, operator, { ...about, rows: kept.length })
  return { csv: csvTable(runColumns, kept), rows: kept.length, isWhole: found.length <= mostRuns }
}
