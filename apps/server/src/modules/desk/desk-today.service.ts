import { readOutbox } from '../../platform/mail/outbox.repository.ts'
import { countOpenEntries } from '../bank/bank.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { listControllers } from './desk-controllers.service.ts'
import { readOpenLeads } from './desk-leads.service.ts'

const shownOrders = 50
const countedRefunds = 1_000

/** What waits for an operator, in the order in which it should be done. */
export async function readToday(deps: DeskDeps) {
  const states = ['placed', 'confirmed'] as const
  const newOrders = await deps.reading.search({
    text: null,
    states,
    payment: null,
    fulfilment: null,
    before: null,
    limit: shownOrders,
  })
  return {
    serverTime: deps.clock(),
    newOrders,
    paymentDecisions: (await deps.payments.exceptionQueue()).length,
    openRefunds: (await deps.orders.openRefunds(countedRefunds)).length,
    openBankEntries: await countOpenEntries(deps.store.db),
    ...(await readOpenLeads(deps)),
    ...(await deps.faultReports()),
    silentControllers: (await listControllers(deps)).filter(({ status }) => status === 'silent'),
    failedMails: (await readOutbox(deps.store.db)).failed,
    firstPayoutsDue: await deps.firstPayoutsDue(),
  }
}
