import { IntentExceptionSchema } from '@shipminer/contract/shop/payments'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { readOutbox } from '../../platform/mail/outbox.repository.ts'
import { sumOpenEntries } from '../bank/bank.port.ts'
import { countUnheardControllers, sumDoubtedControllers } from '../claims/claims.port.ts'
import { countDeskControllers, defaultPollIntervalMs } from '../fleet/fleet.port.ts'
import { countDueLeads } from '../inquiries/inquiries.port.ts'
import { sellerDay } from '../orders/orders.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { readOpenLeads } from './desk-leads.service.ts'
import { listRefunds } from './desk-refunds.service.ts'
import { forRole } from './desk-roles.policy.ts'
import { readClaims } from './fleet/desk-claims.service.ts'
import { listSilent } from './fleet/desk-controllers.service.ts'
import { listProposals } from './proposals/desk-proposals.service.ts'

const listed = 200
const ordersNamed = 4
const doubtedNamed = 10
const daysAhead = 10
const dayMs = 86_400_000

/** What waits for an operator, as the one answer that the queue of the day and every counter are read from. */
export async function readToday(deps: DeskDeps, operator: Operator) {
  const { userId, name, role } = operator
  const { db } = deps.store
  const now = deps.clock()
  const decisions = await deps.payments.exceptionQueue()
  const numbers = await deps.reading.numbersOf(
    db,
    decisions.map(({ orderId }) => orderId),
  )
  const bank = await sumOpenEntries(db)
  const moment = { now, offlineAfterMs: deps.offlineAfterMs, pollIntervalMs: defaultPollIntervalMs }
  const { all, online } = await countDeskControllers(db, moment)
  const until = sellerDay(new Date(now + daysAhead * dayMs))
  const waiting = await deps.reading.waiting(until)
  const { due: dueReports, since: reportsSince, ...reports } = await deps.faultReports()
  const { since: toPlanSince, ...ordersToPlan } = await deps.reading.toPlan(ordersNamed)
  const payouts = await deps.firstPayoutsDue()
  const outbox = await readOutbox(db)
  const setAside = await deps.countSetAside()
  const doubted = await sumDoubtedControllers(db, doubtedNamed)
  const today = {
    serverTime: now,
    operator: { name, role },
    totals: {
      installations: waiting.installations,
      unpaidOrders: waiting.unpaid,
      dueLeads: await countDueLeads(db, sellerDay(new Date(now))),
      dueReports,
      silentControllers: await countUnheardControllers(db, new Date(now - deps.offlineAfterMs)),
    },
    oldest: {
      bank: bank.since === null ? null : Date.parse(bank.since),
      ordersToPlan: toPlanSince?.getTime() ?? null,
      payouts: payouts.since,
      mails: outbox.oldestFailedAt?.getTime() ?? null,
      reports: reportsSince?.getTime() ?? null,
    },
    ordersToPlan,
    installations: await deps.reading.installations(until, listed),
    unpaidOrders: await deps.reading.unpaid(listed),
    paymentDecisions: decisions.length,
    decisions: decisions.slice(0, listed).map((payment) => ({
      id: payment.id,
      orderId: payment.orderId,
      orderNumber: numbers.get(payment.orderId) ?? payment.orderId,
      exceptions: payment.exceptions.flatMap((one) => IntentExceptionSchema.safeParse(one).data ?? []),
      unbooked: payment.unbooked,
      amountDue: payment.amountDue,
      amountReceived: payment.amountReceived,
      asset: payment.asset,
      createdAt: payment.createdAt.getTime(),
    })),
    openRefunds: waiting.refunds.count,
    openRefundCents: waiting.refunds.cents,
    refunds: (await listRefunds(deps, { status: 'open' })).refunds.slice(0, listed),
    openBankEntries: bank.count,
    openBankCents: bank.cents,
    receivableCents: await deps.reading.receivableCents(),
    distanceSales: await nearThreshold(deps),
    ...(await readOpenLeads(deps)),
    ...reports,
    silentControllers: await listSilent(deps, listed),
    controllers: { all, online },
    setAside: { entries: setAside.total, since: setAside.since?.getTime() ?? null },
    doubtedBoxes: { ...doubted, since: doubted.since?.getTime() ?? null },
    failedMails: outbox.failed,
    firstPayoutsDue: payouts.owners,
    ...(await deps.payoutsWaiting()),
    ...(await listProposals(deps, operator)),
    claims: await readClaims(deps, userId),
  }
  return forRole(today, role)
}

/** From this share of the threshold on somebody has to think of what comes after it. */
const nearShare = 0.8

async function nearThreshold({ reading }: Pick<DeskDeps, 'reading'>) {
  const sales = await reading.distanceSales()
  const isNear = sales.isOver || sales.netCents >= nearShare * sales.limitCents
  return isNear && sales.netCents > 0 ? sales : null
}
