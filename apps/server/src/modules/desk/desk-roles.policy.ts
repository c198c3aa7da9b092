import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import type { DeskHit } from '@shipminer/contract/desk/search'
import { deskStockEndpoints } from '@shipminer/contract/desk/stock'
import { mayCall, type NeededRoles, type OperatorRole } from '@shipminer/contract/operator-roles'
import { serviceEndpoints } from '@shipminer/contract/shop/service'

/** The call that shows what a hit of the search leads to: who may not make it does not find it either. */
const callOfHit: Record<DeskHit['kind'], NeededRoles> = {
  ship: deskFleetEndpoints.deskFleetMiners,
  customer: deskCustomerEndpoints.deskCustomer,
  order: deskEndpoints.deskOrder,
  controller: deskEndpoints.deskControllers,
  box: deskStockEndpoints.deskBoxes,
  miner: deskFleetEndpoints.deskFleetMiners,
  invoice: deskEndpoints.deskOrderDocument,
  payment: deskEndpoints.deskPayments,
  bank: deskBankEndpoints.deskBank,
  report: serviceEndpoints.deskFaultReport,
  lead: deskEndpoints.deskLeads,
}

export function mayFind(role: OperatorRole, kind: DeskHit['kind']): boolean {
  return mayCall(role, callOfHit[kind])
}
