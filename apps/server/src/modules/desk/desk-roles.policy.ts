import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import type { DeskHit } from '@shipminer/contract/desk/search'
import { deskSetAsideEndpoints } from '@shipminer/contract/desk/set-aside'
import { deskStockEndpoints } from '@shipminer/contract/desk/stock'
import type { DeskTodaySchema } from '@shipminer/contract/desk/work'
import { mayCall, type NeededRoles, type OperatorRole } from '@shipminer/contract/operator-roles'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
import type * as z from 'zod/mini'

type Today = z.input<typeof DeskTodaySchema>

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

/** What waits for somebody with a role: nothing of what they may not even look at. */
export function forRole(today: Today, role: OperatorRole): Today {
  const sees = (call: NeededRoles) => mayCall(role, call)
  return {
    ...today,
    oldest: {
      ...today.oldest,
      ...(!sees(deskBankEndpoints.deskBank) && { bank: null }),
      ...(!sees(deskPayoutEndpoints.deskPayouts) && { payouts: null }),
      ...(!sees(deskMailEndpoints.deskMails) && { mails: null }),
      ...(!sees(serviceEndpoints.deskFaultReports) && { reports: null }),
    },
    totals: {
      ...today.totals,
      ...(!sees(deskEndpoints.deskLeads) && { dueLeads: 0 }),
      ...(!sees(serviceEndpoints.deskFaultReports) && { dueReports: 0 }),
      ...(!sees(deskEndpoints.deskControllers) && { silentControllers: 0 }),
    },
    ...(!sees(deskEndpoints.deskPayments) && { paymentDecisions: 0, decisions: [] }),
    ...(!sees(deskEndpoints.deskRefunds) && { openRefunds: 0, openRefundCents: 0, refunds: [] }),
    ...(!sees(deskBankEndpoints.deskBank) && { openBankEntries: 0, openBankCents: 0 }),
    ...(!sees(deskEndpoints.deskLeads) && { staleLeads: [], freshLeads: [], dueLeads: [], openLeads: 0 }),
    ...(!sees(serviceEndpoints.deskFaultReports) && { dueReports: [], waitingReports: 0 }),
    ...(!sees(deskEndpoints.deskControllers) && {
      silentControllers: [],
      doubtedBoxes: { boxes: 0, since: null, first: [] },
    }),
    ...(!sees(deskSetAsideEndpoints.deskSetAside) && { setAside: { entries: 0, since: null } }),
    ...(!sees(deskPayoutEndpoints.deskPayouts) && {
      firstPayoutsDue: 0,
      payoutsDue: null,
      openPayoutRuns: [],
    }),
    ...(!sees(deskMailEndpoints.deskMails) && { failedMails: 0 }),
  }
}
