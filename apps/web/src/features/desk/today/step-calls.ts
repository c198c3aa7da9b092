import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskCalendarEndpoints } from '@shipminer/contract/desk/calendar'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import type { NeededRoles } from '@shipminer/contract/operator-roles'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
import type { May } from '../shell/use-role.ts'
import type { Job } from './queue.ts'

/** The call behind the step of a line of the queue; the steps of the other lines only look. */
const calls: Partial<Record<Job['matter']['kind'], readonly [call: NeededRoles, action?: string]>> = {
  report: [serviceEndpoints.deskFaultReportAct, 'answer'],
  lead: [deskEndpoints.deskLeadAct, 'answer'],
  follow: [deskEndpoints.deskLeadAct, 'track'],
  installation: [deskEndpoints.deskOrderAct, 'install'],
  unpaid: [deskCalendarEndpoints.deskPlanFitting],
  decision: [deskEndpoints.deskPaymentDecide],
  refund: [deskEndpoints.deskOrderAct, 'refund-paid'],
  bank: [deskBankEndpoints.deskBankEntryAct],
  orders: [deskCalendarEndpoints.deskPlanFitting],
  'payouts-due': [deskPayoutEndpoints.deskPayoutCreate],
}

/** Whether the step of a line is for the role of the reader. */
export function mayDoStep({ kind }: Job['matter'], may: May): boolean {
  const call = calls[kind]
  return call === undefined || may(...call)
}
