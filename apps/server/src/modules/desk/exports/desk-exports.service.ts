import type { DeskOrder } from '@shipminer/contract/desk'
import type { AuditAction, AuditNoun } from '@shipminer/contract/desk/audit'
import type { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { type Columns, csvTable } from '@shipminer/domain/csv-table'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { listOpenMovements } from '../../bank/bank.port.ts'
import { noteExport } from '../../operators/operators.port.ts'
import { listAllCustomers } from '../customers/customers.service.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { listAllLeads } from '../desk-leads.service.ts'
import { orderFilter } from '../desk-orders.service.ts'
import { listAllRefunds } from '../desk-refunds.service.ts'
import { listAllControllers } from '../fleet/desk-controllers.service.ts'
import { listAllMiners } from '../fleet/desk-fleet.service.ts'
import { readWhole } from '../paging.ts'
import { listAllBoxes } from '../stock/stock.service.ts'
import { leadColumns } from './leads-csv.ts'
import {
  boxColumns,
  controllerColumns,
  customerColumns,
  entryColumns,
  minerColumns,
  offerColumns,
  paymentColumns,
  reportColumns,
} from './lists-csv.ts'
import { orderColumns } from './orders-csv.ts'
import { refundColumns } from './refunds-csv.ts'

const most = 10_000

type OrdersWanted = z.output<typeof deskExportEndpoints.deskOrdersExport.body & object>
type RefundsWanted = z.output<typeof deskExportEndpoints.deskRefundsExport.body & object>
type LeadsWanted = z.output<typeof deskExportEndpoints.deskLeadsExport.body & object>
type OffersWanted = z.output<typeof deskExportEndpoints.deskOffersExport.body & object>
type ReportsWanted = z.output<typeof deskExportEndpoints.deskFaultReportsExport.body & object>
type ControllersWanted = z.output<typeof deskExportEndpoints.deskControllersExport.body & object>
type FleetWanted = z.output<typeof deskExportEndpoints.deskFleetExport.body & object>
type BoxesWanted = z.output<typeof deskExportEndpoints.deskBoxesExport.body & object>
type Exported = { csv: string; rows: number; isWhole: boolean }

export async function exportOrders(
  deps: DeskDeps,
  operator: Operator,
  wanted: OrdersWanted,
): Promise<Exported> {
  const { ids, search, state, payment, fulfilment, waits } = wanted
  const found = ids ? await deps.reading.byIds(ids.filter(isUuid)) : await allOrders(deps, wanted)
  const filters = ids ? [] : [search, state, payment, fulfilment, waits]
  const about = { action: 'orders.export', subject: 'order', filters } as const
  return finish(deps, operator, { found, columns: orderColumns, ...about })
}

/** Newest first. */
function allOrders(deps: DeskDeps, wanted: OrdersWanted): Promise<DeskOrder[]> {
  const filters = orderFilter(deps, wanted)
  return readWhole(
    most + 1,
    ({ cursor, limit }) => deps.reading.search({ ...filters, before: cursor, limit }),
    ({ placedAt }) => new Date(placedAt),
  )
}

export async function exportRefunds(
  deps: DeskDeps,
  operator: Operator,
  { status }: RefundsWanted,
): Promise<Exported> {
  const found = await listAllRefunds(deps, { status, before: null, limit: most + 1 })
  const about = { action: 'refunds.export', subject: 'refund', filters: [status] } as const
  return finish(deps, operator, { found, columns: refundColumns, ...about })
}

/** What waits for a decision is never more than is read of it. */
export async function exportPayments(deps: DeskDeps, operator: Operator): Promise<Exported> {
  const page = { sort: 'createdAt', isAscending: false, offset: 0, limit: most + 1 } as const
  const { exceptions: found } = await deps.payments.exceptions(deps.reading.numbersOf, page)
  const about = { action: 'payments.export', subject: 'payment', filters: [] } as const
  return finish(deps, operator, { found, columns: paymentColumns, ...about })
}

export async function exportOpenEntries(deps: DeskDeps, operator: Operator): Promise<Exported> {
  const found = await listOpenMovements(deps, most + 1)
  const about = { action: 'entries.export', subject: 'entry', filters: [] } as const
  return finish(deps, operator, { found, columns: entryColumns, ...about })
}

export async function exportLeads(
  deps: DeskDeps,
  operator: Operator,
  wanted: LeadsWanted,
): Promise<Exported> {
  const found = await listAllLeads(deps, wanted, most + 1)
  const filters = wanted.ids ? [] : [wanted.kind, wanted.stage, wanted.status, wanted.search]
  return finish(deps, operator, {
    found,
    columns: leadColumns,
    action: 'leads.export',
    subject: 'lead',
    filters,
  })
}

export async function exportOffers(
  deps: DeskDeps,
  operator: Operator,
  wanted: OffersWanted,
): Promise<Exported> {
  const found = await deps.allOffers(wanted, most + 1)
  const filters = wanted.ids ? [] : [wanted.state, wanted.search]
  return finish(deps, operator, {
    found,
    columns: offerColumns,
    action: 'offers.export',
    subject: 'offer',
    filters,
  })
}

export async function exportFaultReports(
  deps: DeskDeps,
  operator: Operator,
  wanted: ReportsWanted,
): Promise<Exported> {
  const found = await deps.allReports(wanted, most + 1)
  const filters = wanted.ids ? [] : [wanted.filter, wanted.search]
  const about = { action: 'service.export', subject: 'service', filters } as const
  return finish(deps, operator, { found, columns: reportColumns, ...about })
}

export async function exportCustomers(
  deps: DeskDeps,
  operator: Operator,
  { search }: { search?: string | undefined },
): Promise<Exported> {
  const found = await listAllCustomers(deps, search, most + 1)
  const about = { action: 'customers.export', subject: 'customer', filters: [search] } as const
  return finish(deps, operator, { found, columns: customerColumns, ...about })
}

export async function exportControllers(
  deps: DeskDeps,
  operator: Operator,
  wanted: ControllersWanted,
): Promise<Exported> {
  const found = await listAllControllers(deps, wanted, most + 1)
  const filters = [wanted.search, wanted.status, wanted.version]
  const about = { action: 'controllers.export', subject: 'controller', filters } as const
  return finish(deps, operator, { found, columns: controllerColumns, ...about })
}

export async function exportFleet(
  deps: DeskDeps,
  operator: Operator,
  wanted: FleetWanted,
): Promise<Exported> {
  const found = await listAllMiners(deps, wanted, most + 1)
  const { search, make, model, firmware, health, alert, controller } = wanted
  const filters = [search, make, model, firmware, health, alert, controller]
  const about = { action: 'fleet.export', subject: 'fleet', filters } as const
  return finish(deps, operator, { found, columns: minerColumns, ...about })
}

export async function exportBoxes(
  deps: DeskDeps,
  operator: Operator,
  wanted: BoxesWanted,
): Promise<Exported> {
  const found = await listAllBoxes(deps, wanted, most + 1)
  const filters = [wanted.search, wanted.state, wanted.product]
  return finish(deps, operator, {
    found,
    columns: boxColumns,
    action: 'boxes.export',
    subject: 'box',
    filters,
  })
}

type Found<Row> = {
  found: readonly Row[]
  columns: Columns<Row>
  action: AuditAction
  subject: AuditNoun
  filters: readonly (string | undefined)[]
}

/** The file of what was found, and a note of who took it out. */
async function finish<Row>(
  deps: DeskDeps,
  operator: Operator,
  { found, columns, action, subject, filters }: Found<Row>,
): Promise<Exported> {
  const kept = found.slice(0, most)
  await noteExport(deps, deps.store.db, operator, { action, subject, rows: kept.length, filters })
  return { csv: csvTable(columns, kept), rows: kept.length, isWhole: found.length <= most }
}
