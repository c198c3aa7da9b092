import type * as z from 'zod/mini'
import type { DeskTodaySchema } from './work.ts'

type Today = z.input<typeof DeskTodaySchema>

/** A day on which nothing waits for an operator. */
export function nothingWaits(serverTime: number, operator: Today['operator']): Today {
  return {
    serverTime,
    operator,
    totals: { installations: 0, unpaidOrders: 0, dueLeads: 0, dueReports: 0, silentControllers: 0 },
    oldest: { bank: null, ordersToPlan: null, payouts: null, mails: null, reports: null },
    ordersToPlan: { count: 0, grossCents: 0, first: [] },
    installations: [],
    unpaidOrders: [],
    paymentDecisions: 0,
    decisions: [],
    openRefunds: 0,
    openRefundCents: 0,
    refunds: [],
    openBankEntries: 0,
    openBankCents: 0,
    receivableCents: 0,
    distanceSales: null,
    staleLeads: [],
    freshLeads: [],
    dueLeads: [],
    openLeads: 0,
    dueReports: [],
    waitingReports: 0,
    silentControllers: [],
    controllers: { all: 0, online: 0 },
    setAside: { entries: 0, since: null },
    doubtedBoxes: { boxes: 0, since: null, first: [] },
    failedMails: 0,
    firstPayoutsDue: 0,
    payoutsDue: null,
    unreadOwners: [],
    openPayoutRuns: [],
    proposals: [],
    unreadAccounts: [],
    claims: [],
    unread: [],
  }
}
