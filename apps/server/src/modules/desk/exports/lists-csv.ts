import type { DeskController } from '@shipminer/contract/desk'
import type { DeskCustomer } from '@shipminer/contract/desk/customers'
import type { DeskBox } from '@shipminer/contract/desk/stock'
import { writeCsv } from '@shipminer/domain/write-csv'

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const ofCustomers: Columns<DeskCustomer> = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  email: ({ email }) => email,
  ships: ({ ships }) => ships,
  controllers: ({ controllers }) => controllers,
  orders: ({ orders }) => orders,
  createdAt: ({ createdAt }) => at(createdAt),
}

const ofControllers: Columns<DeskController> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  location: ({ location }) => location,
  owner: ({ owner }) => owner,
  status: ({ status }) => status,
  version: ({ version }) => version,
  miners: ({ miners }) => miners,
  openAlerts: ({ openAlerts }) => openAlerts,
  createdAt: ({ createdAt }) => at(createdAt),
  enrolledAt: ({ enrolledAt }) => at(enrolledAt),
  lastSeenAt: ({ lastSeenAt }) => at(lastSeenAt),
  commissionedAt: ({ commissionedAt }) => at(commissionedAt),
}

const ofBoxes: Columns<DeskBox> = {
  serial: ({ serial }) => serial,
  product: ({ product }) => product.name,
  state: ({ state }) => state,
  expectedOn: ({ expectedOn }) => expectedOn,
  order: ({ order }) => order?.number ?? null,
  buyerName: ({ order }) => order?.buyerName ?? null,
  controller: ({ controllerId }) => controllerId,
  installedOn: ({ installedOn }) => installedOn,
  warrantyUntil: ({ warrantyUntil }) => warrantyUntil,
  changedAt: ({ changedAt }) => at(changedAt),
}

/** A line a row. Times are ISO 8601, unknown is empty. */
function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const fields = Object.values(columns)
  return writeCsv([Object.keys(columns), ...rows.map((row) => fields.map((field) => field(row)))])
}

export const customersCsv = (rows: readonly DeskCustomer[]): string => table(ofCustomers, rows)
export const controllersCsv = (rows: readonly DeskController[]): string => table(ofControllers, rows)
export const boxesCsv = (rows: readonly DeskBox[]): string => table(ofBoxes, rows)
