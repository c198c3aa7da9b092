import type { DeskController, IntentForStaff } from '@shipminer/contract/desk'
import type { DeskCustomer } from '@shipminer/contract/desk/customers'
import type { DeskMiner } from '@shipminer/contract/desk/fleet'
import type { DeskBox } from '@shipminer/contract/desk/stock'
import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import type { DeskReport } from '@shipminer/contract/shop/service'
import { type Columns, inEuro, isoTime } from '@shipminer/domain/csv-table'
import type { OpenMovement } from '../../bank/bank.port.ts'

export const customerColumns: Columns<DeskCustomer> = {
  name: ({ name }) => name,
  company: ({ company }) => company,
  email: ({ email }) => email,
  ships: ({ ships }) => ships,
  controllers: ({ controllers }) => controllers,
  orders: ({ orders }) => orders,
  createdAt: ({ createdAt }) => isoTime(createdAt),
}

export const controllerColumns: Columns<DeskController> = {
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

export const boxColumns: Columns<DeskBox> = {
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

export const minerColumns: Columns<DeskMiner> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  make: ({ make }) => make,
  model: ({ model }) => model,
  firmware: ({ firmware }) => firmware,
  controller: ({ controllerId }) => controllerId,
  controllerName: ({ controllerName }) => controllerName,
  ship: ({ ship }) => ship,
  owner: ({ owner }) => owner,
  health: ({ health }) => health,
  alerts: ({ alerts }) => alerts.join(' '),
  sampledAt: ({ sampledAt }) => isoTime(sampledAt),
  hashrateThs: ({ hashrateThs }) => hashrateThs,
  expectedHashrateThs: ({ expectedHashrateThs }) => expectedHashrateThs,
  temperatureC: ({ temperatureC }) => temperatureC,
  powerWatts: ({ powerWatts }) => powerWatts,
  knownSince: ({ knownSince }) => isoTime(knownSince),
}

export const paymentColumns: Columns<IntentForStaff> = {
  order: ({ orderNumber }) => orderNumber,
  createdAt: ({ createdAt }) => createdAt,
  status: ({ status }) => status,
  exceptions: ({ exceptions }) => exceptions.join(' '),
  unbooked: ({ unbooked }) => unbooked,
  amountEuro: ({ amountEurCents }) => inEuro(amountEurCents),
  asset: ({ asset }) => asset,
  network: ({ network }) => network.name,
  amountDue: ({ amountDue }) => amountDue,
  amountReceived: ({ amountReceived }) => amountReceived,
  amountConfirmed: ({ amountConfirmed }) => amountConfirmed,
  address: ({ address }) => address,
  transactions: ({ payments }) => payments.map(({ txId }) => txId).join(' '),
}

export const entryColumns: Columns<OpenMovement> = {
  bookedOn: ({ bookedOn }) => bookedOn,
  amount: ({ amountCents }) => (amountCents / 100).toFixed(2),
  currency: ({ currency }) => currency,
  from: ({ from }) => from,
  iban: ({ iban }) => iban,
  text: ({ text }) => text,
  statement: ({ statementId }) => statementId,
  importedAt: ({ importedAt }) => isoTime(importedAt),
}

export const offerColumns: Columns<DeskOffer> = {
  number: ({ number }) => number,
  state: ({ state }) => state,
  createdAt: ({ createdAt }) => isoTime(createdAt),
  validUntil: ({ validUntil }) => validUntil,
  firstName: ({ buyer }) => buyer.firstName ?? null,
  lastName: ({ buyer }) => buyer.lastName ?? null,
  company: ({ buyer }) => buyer.company ?? null,
  email: ({ buyer }) => buyer.email ?? null,
  product: ({ product }) => product.name,
  quantity: ({ quantity }) => quantity,
  unitGross: ({ unitGrossCents }) => inEuro(unitGrossCents),
  gross: ({ totals }) => inEuro(totals.grossCents),
  operator: ({ operator }) => operator,
  order: ({ order }) => order?.number ?? null,
  lead: ({ lead }) => lead?.reference ?? null,
}

export const reportColumns: Columns<DeskReport> = {
  reference: ({ reference }) => reference,
  subject: ({ subject }) => subject,
  state: ({ state }) => state,
  outcome: ({ outcome }) => outcome,
  owner: ({ ownerName }) => ownerName,
  ship: ({ shipName }) => shipName,
  miner: ({ minerName }) => minerName,
  assignedTo: ({ assignedTo }) => assignedTo,
  openedAt: ({ openedAt }) => isoTime(openedAt),
  answeredAt: ({ answeredAt }) => isoTime(answeredAt),
  movedAt: ({ movedAt }) => isoTime(movedAt),
}
