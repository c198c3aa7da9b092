import type { DeskController } from '@shipminer/contract/desk'
import type { DeskCustomer } from '@shipminer/contract/desk/customers'
import type { DeskBox } from '@shipminer/contract/desk/stock'
import { type Columns, csvTable, isoTime } from './csv-table.ts'

const ofCustomers: Columns<DeskCustomer> = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  email: ({ email }) => email,
  ships: ({ ships }) => ships,
  controllers: ({ controllers }) => controllers,
  orders: ({ orders }) => orders,
  createdAt: ({ createdAt }) => isoTime(createdAt),
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
  createdAt: ({ createdAt }) => isoTime(createdAt),
  enrolledAt: ({ enrolledAt }) => isoTime(enrolledAt),
  lastSeenAt: ({ lastSeenAt }) => isoTime(lastSeenAt),
  commissionedAt: ({ commissionedAt }) => isoTime(commissionedAt),
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
  changedAt: ({ changedAt }) => isoTime(changedAt),
}

export const customersCsv = (rows: readonly DeskCustomer[]): string => csvTable(ofCustomers, rows)
export const controllersCsv = (rows: readonly DeskController[]): string => csvTable(ofControllers, rows)
export const boxesCsv = (rows: readonly DeskBox[]): string => csvTable(ofBoxes, rows)
