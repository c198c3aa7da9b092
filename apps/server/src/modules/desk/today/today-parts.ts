import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { deskSetAsideEndpoints } from '@shipminer/contract/desk/set-aside'
import type { DeskTodaySchema, TodayPart } from '@shipminer/contract/desk/work'
import type { NeededRoles } from '@shipminer/contract/operator-roles'
import { IntentExceptionSchema } from '@shipminer/contract/shop/payments'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { readOutbox } from '../../../platform/mail/outbox.repository.ts'
import { sumOpenEntries } from '../../bank/bank.port.ts'
import { countSilentControllers, sumDoubtedControllers } from '../../claims/claims.port.ts'
import { countDeskControllers, defaultPollIntervalMs } from '../../fleet/fleet.port.ts'
import { countDueLeads } from '../../inquiries/inquiries.port.ts'
import { sellerDay } from '../../orders/orders.port.ts'
import { comingUntil } from '../coming-until.policy.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { readOpenLeads } from '../desk-leads.service.ts'
import { listAllRefunds } from '../desk-refunds.service.ts'
import { readClaims } from '../fleet/desk-claims.service.ts'
import { listSilent } from '../fleet/desk-controllers.service.ts'
import { listProposals } from '../proposals/desk-proposals.service.ts'

const listed = 200
const ordersNamed = 4
const doubtedNamed = 10
/** From this share of the threshold on somebody has to think of what comes after it. */
const nearShare = 0.8

type Today = z.input<typeof DeskTodaySchema>
/** What a part adds. */
export type Part = Partial<Omit<Today, 'totals' | 'oldest'>> & {
  totals?: Partial<Today['totals']>
  oldest?: Partial<Today['oldest']>
}
type Reader = {
  /** The call that shows what waits there; who may not make it has nothing of it either. Without one it is for everybody. */
  shownBy?: NeededRoles
  read: (deps: DeskDeps, operator: Operator) => Promise<Part>
}

/** How each part of Today is read. */
export const readers: Record<TodayPart, Reader> = {
  orders: {
    read: async ({ reading }) => {
      const { since, ...ordersToPlan } = await reading.toPlan(ordersNamed)
      return { ordersToPlan, oldest: { ordersToPlan: since?.getTime() ?? null } }
    },
  },
  installations: {
    read: async ({ reading, clock }) => {
      const until = comingUntil(clock())
      const installations = await reading.installations(until, listed)
      return { installations, totals: { installations: await reading.countInstallations(until) } }
    },
  },
  unpaid: {
    read: async ({ reading }) => ({
      unpaidOrders: await reading.unpaid(listed),
      totals: { unpaidOrders: await reading.countUnpaid() },
    }),
  },
  receivable: { read: async ({ reading }) => ({ receivableCents: await reading.receivableCents() }) },
  distance: { read: async ({ reading }) => ({ distanceSales: await nearThreshold(reading) }) },
  decisions: { shownBy: deskEndpoints.deskPayments, read: readDecisions },
  refunds: {
    shownBy: deskEndpoints.deskRefunds,
    read: async (deps) => {
      const { count, cents } = await deps.reading.openRefunds()
      const refunds = await listAllRefunds(deps, { status: 'unpaid', before: null, limit: listed })
      return { openRefunds: count, openRefundCents: cents, refunds }
    },
  },
  bank: {
    shownBy: deskBankEndpoints.deskBank,
    read: async ({ store }) => {
      const { count, cents, since } = await sumOpenEntries(store.db)
      const oldest = { bank: since === null ? null : Date.parse(since) }
      return { openBankEntries: count, openBankCents: cents, oldest }
    },
  },
  firstPayouts: {
    shownBy: deskPayoutEndpoints.deskPayouts,
    read: async (deps) => {
      const { owners, since } = await deps.firstPayoutsDue()
      return { firstPayoutsDue: owners, oldest: { payouts: since } }
    },
  },
  payouts: { shownBy: deskPayoutEndpoints.deskPayouts, read: (deps) => deps.payoutsWaiting() },
  proposals: { read: (deps, operator) => listProposals(deps, operator) },
  leads: {
    shownBy: deskEndpoints.deskLeads,
    read: async (deps) => ({
      ...(await readOpenLeads(deps)),
      totals: { dueLeads: await countDueLeads(deps.store.db, sellerDay(new Date(deps.clock()))) },
    }),
  },
  reports: {
    shownBy: serviceEndpoints.deskFaultReports,
    read: async (deps) => {
      const { due, since, ...reports } = await deps.faultReports()
      return { ...reports, totals: { dueReports: due }, oldest: { reports: since?.getTime() ?? null } }
    },
  },
  silent: {
    shownBy: deskEndpoints.deskControllers,
    read: async (deps) => {
      const seenBefore = new Date(deps.clock() - deps.offlineAfterMs)
      const silentControllers = await countSilentControllers(deps.store.db, seenBefore)
      return { silentControllers: await listSilent(deps, listed), totals: { silentControllers } }
    },
  },
  online: {
    read: async ({ store, clock }) => {
      const moment = { now: clock(), pollIntervalMs: defaultPollIntervalMs }
      const { all, online } = await countDeskControllers(store.db, moment)
      return { controllers: { all, online } }
    },
  },
  doubted: {
    shownBy: deskEndpoints.deskControllers,
    read: async ({ store }) => {
      const doubted = await sumDoubtedControllers(store.db, doubtedNamed)
      return { doubtedBoxes: { ...doubted, since: doubted.since?.getTime() ?? null } }
    },
  },
  setAside: {
    shownBy: deskSetAsideEndpoints.deskSetAside,
    read: async (deps) => {
      const { total, since } = await deps.countSetAside()
      return { setAside: { entries: total, since: since?.getTime() ?? null } }
    },
  },
  mails: {
    shownBy: deskMailEndpoints.deskMails,
    read: async ({ store }) => {
      const { failed, oldestFailedAt } = await readOutbox(store.db)
      return { failedMails: failed, oldest: { mails: oldestFailedAt?.getTime() ?? null } }
    },
  },
  claims: { read: async (deps, { userId }) => ({ claims: await readClaims(deps, userId) }) },
}

/** Coin payments that a person decides. */
async function readDecisions(deps: DeskDeps): Promise<Part> {
  const decisions = await deps.payments.exceptionQueue()
  const first = decisions.slice(0, listed)
  const numbers = await deps.reading.numbersOf(
    deps.store.db,
    first.map(({ orderId }) => orderId),
  )
  return {
    paymentDecisions: decisions.length,
    decisions: first.map((payment) => ({
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
  }
}

async function nearThreshold(reading: DeskDeps['reading']) {
  const sales = await reading.distanceSales()
  const isNear = sales.isOver || sales.netCents >= nearShare * sales.limitCents
  return isNear && sales.netCents > 0 ? sales : null
}
