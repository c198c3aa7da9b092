import type { DeskController, Lead, ListedRefund } from '@shipminer/contract/desk'
import type { Proposal } from '@shipminer/contract/desk/proposals'
import type { DeskTodaySchema, Installation, UnpaidOrder } from '@shipminer/contract/desk/work'
import type { DeskReport } from '@shipminer/contract/shop/service'
import { answerWithinMs } from '@shipminer/domain/service/answer-clock'
import type * as z from 'zod/mini'

export type Today = z.infer<typeof DeskTodaySchema>
export type Group = 'late' | 'today' | 'week'

/** What one line of the queue is about. */
type Matter =
  | { kind: 'report'; report: DeskReport }
  | { kind: 'lead'; lead: Lead }
  /** Somebody who is to be spoken to again, as was agreed. */
  | { kind: 'follow'; lead: Lead; on: string }
  | { kind: 'installation'; installation: Installation }
  | { kind: 'unpaid'; order: UnpaidOrder }
  | { kind: 'silent'; controller: DeskController }
  | { kind: 'decision'; decision: Today['decisions'][number] }
  | { kind: 'refund'; refund: ListedRefund }
  | { kind: 'proposal'; proposal: Proposal }
  | { kind: 'bank'; entries: number; cents: number }
  | { kind: 'orders'; orders: Today['ordersToPlan'] }
  | { kind: 'payouts'; owners: number }
  | { kind: 'payouts-due'; due: NonNullable<Today['payoutsDue']> }
  | { kind: 'payout-run'; run: Today['openPayoutRuns'][number] }
  /** Somebody whose balance cannot be added up, and whom no run pays. */
  | { kind: 'balance'; owner: Today['unreadOwners'][number] }
  | { kind: 'mails'; mails: number }
  | { kind: 'distance'; sales: NonNullable<Today['distanceSales']> }
  | { kind: 'reports'; reports: number }
  /** Boxes that were cloned or put back. */
  | { kind: 'doubted'; doubted: Today['doubtedBoxes'] }
  /** What ships sent and no table takes. */
  | { kind: 'setAside'; entries: number }
  /** Those of a kind that are too many to be listed. */
  | { kind: 'rest'; of: Listed; shown: number; total: number }

/** What comes a line each, as far as it is listed. */
export type Listed =
  | 'report'
  | 'lead'
  | 'follow'
  | 'installation'
  | 'unpaid'
  | 'silent'
  | 'decision'
  | 'refund'

/** A line of the queue. `at`: until when it was promised, since when it lasts, or null when it has no time of its own. */
export type Job = { key: string; group: Group; at: number | null; matter: Matter }

/** The clock of the queue, all ms of the server's: now, when the day of the reader ends, and today's date as ISO. */
export type QueueClock = { now: number; dayEnd: number; day: string }

/** In which order work is done that is equally urgent: a broken promise to a person, then money, then the rest. */
const ranks: Record<Exclude<Matter['kind'], 'rest'>, number> = {
  report: 0,
  lead: 1,
  silent: 2,
  installation: 3,
  unpaid: 4,
  doubted: 5,
  decision: 6,
  refund: 7,
  proposal: 8,
  follow: 9,
  bank: 10,
  orders: 11,
  payouts: 12,
  'payout-run': 13,
  balance: 14,
  'payouts-due': 15,
  reports: 16,
  mails: 17,
  setAside: 18,
  distance: 19,
}
/** The rest of a kind comes after those that are listed. */
const rankOf = ({ matter }: Job): number =>
  matter.kind === 'rest' ? ranks[matter.of] + 0.5 : ranks[matter.kind]
const groupRanks: Record<Group, number> = { late: 0, today: 1, week: 2 }
const weekDays = 7
const dayMs = 86_400_000

/** Everything that waits, by deadline: what is late, what is for today, what is for this week. */
export function buildQueue(today: Today, clock: QueueClock): Job[] {
  const jobs = [
    ...promises(today, clock),
    ...today.dueLeads.flatMap((lead) => followJob(lead, clock)),
    ...today.installations.flatMap((installation) => installationJob(installation, clock)),
    ...today.silentControllers.map((controller): Job => {
      const key = `controller:${controller.id}`
      return { key, group: 'late', at: controller.lastSeenAt, matter: { kind: 'silent', controller } }
    }),
    ...today.unpaidOrders.map((order) => unpaidJob(order, clock)),
    ...money(today),
    ...payouts(today, clock),
    ...sums(today),
  ]
  return [...jobs, ...rests(today, jobs)].toSorted(
    (one, other) =>
      groupRanks[one.group] - groupRanks[other.group] ||
      rankOf(one) - rankOf(other) ||
      (one.at ?? Number.POSITIVE_INFINITY) - (other.at ?? Number.POSITIVE_INFINITY) ||
      one.key.localeCompare(other.key),
  )
}

/** Questions of people, which we promised to answer within a day. */
function promises(today: Today, { now, dayEnd }: QueueClock): Job[] {
  const groupOf = (dueAt: number): Group => (dueAt < now ? 'late' : dueAt <= dayEnd ? 'today' : 'week')
  return [
    ...today.dueReports.map((report): Job => {
      const at = report.askedAt + answerWithinMs
      return { key: `report:${report.id}`, group: groupOf(at), at, matter: { kind: 'report', report } }
    }),
    ...[...today.staleLeads, ...today.freshLeads].map((lead): Job => {
      const at = lead.createdAt + answerWithinMs
      return { key: `lead:${lead.id}`, group: groupOf(at), at, matter: { kind: 'lead', lead } }
    }),
  ]
}

/** Whom we wanted to speak to by today. */
function followJob(lead: Lead, { day }: QueueClock): Job[] {
  const on = lead.nextContactOn
  if (on === null) return []
  const group = on < day ? 'late' : 'today'
  return [{ key: `lead:${lead.id}`, group, at: Date.parse(on), matter: { kind: 'follow', lead, on } }]
}

/** Of those further ahead than a week nothing is to be done yet. */
function installationJob(installation: Installation, { day }: QueueClock): Job[] {
  const { id, on } = installation
  const at = Date.parse(on)
  if (at - Date.parse(day) >= weekDays * dayMs) return []
  const group = on < day ? 'late' : on === day ? 'today' : 'week'
  return [{ key: `order:${id}`, group, at, matter: { kind: 'installation', installation } }]
}

/** One that lapses has until then; what is fitted or planned without its money is late. */
function unpaidJob(order: UnpaidOrder, { dayEnd }: QueueClock): Job {
  const group = order.why !== 'lapses' ? 'late' : order.at <= dayEnd + dayMs ? 'today' : 'week'
  return { key: `unpaid:${order.id}`, group, at: order.at, matter: { kind: 'unpaid', order } }
}

function money(today: Today): Job[] {
  const recorded = new Set(today.proposals.flatMap(({ id, what }) => (what.kind === 'refund' ? [id] : [])))
  return [
    ...today.decisions.map((decision): Job => {
      const { id, createdAt } = decision
      return { key: `payment:${id}`, group: 'today', at: createdAt, matter: { kind: 'decision', decision } }
    }),
    ...today.proposals.map((proposal): Job => {
      const { id, proposedAt: at, what } = proposal
      const key = `proposal:${what.kind}-${id.replace(/[^A-Za-z0-9-]/g, '-')}`
      return { key, group: 'today', at, matter: { kind: 'proposal', proposal } }
    }),
    ...today.refunds
      .filter(({ id }) => !recorded.has(id))
      .map((refund): Job => {
        const { id, requestedAt } = refund
        return { key: `refund:${id}`, group: 'today', at: requestedAt, matter: { kind: 'refund', refund } }
      }),
  ]
}

/** The run of the week: late from the day after its week, and one that was made and not sent after two days. */
function payouts({ payoutsDue: due, openPayoutRuns, unreadOwners }: Today, { now }: QueueClock): Job[] {
  const dueAt = due?.lastRunAt == null ? null : due.lastRunAt + weekDays * dayMs
  return [
    ...openPayoutRuns.map((run): Job => {
      const group = now - run.createdAt > 2 * dayMs ? 'late' : 'today'
      return { key: `payout:${run.id}`, group, at: run.createdAt, matter: { kind: 'payout-run', run } }
    }),
    ...unreadOwners.map(
      (owner): Job => ({
        key: `balance:${owner.id}`,
        group: 'today',
        at: null,
        matter: { kind: 'balance', owner },
      }),
    ),
    ...(due === null
      ? []
      : [
          {
            key: 'payoutsdue',
            group: dueAt !== null && now - dueAt > dayMs ? ('late' as const) : ('today' as const),
            at: dueAt,
            matter: { kind: 'payouts-due' as const, due },
          },
        ]),
  ]
}

/** Work of a kind that is done in one go: one line for all of it. */
function sums(today: Today): Job[] {
  const one = (key: string, group: Group, count: number, matter: Matter, at: number | null = null): Job[] =>
    count === 0 ? [] : [{ key, group, at, matter }]
  const {
    oldest,
    openBankEntries,
    ordersToPlan,
    firstPayoutsDue,
    failedMails,
    distanceSales,
    doubtedBoxes,
    setAside,
  } = today
  const reports = Math.max(0, today.waitingReports - today.totals.dueReports)
  return [
    ...one(
      'bank',
      'today',
      openBankEntries,
      { kind: 'bank', entries: openBankEntries, cents: today.openBankCents },
      oldest.bank,
    ),
    ...one(
      'orders',
      'today',
      ordersToPlan.count,
      { kind: 'orders', orders: ordersToPlan },
      oldest.ordersToPlan,
    ),
    ...one(
      'doubted',
      'today',
      doubtedBoxes.boxes,
      { kind: 'doubted', doubted: doubtedBoxes },
      doubtedBoxes.since,
    ),
    ...one(
      'aside',
      'today',
      setAside.entries,
      { kind: 'setAside', entries: setAside.entries },
      setAside.since,
    ),
    ...one('mails', 'today', failedMails, { kind: 'mails', mails: failedMails }, oldest.mails),
    ...one('payouts', 'today', firstPayoutsDue, { kind: 'payouts', owners: firstPayoutsDue }, oldest.payouts),
    ...(distanceSales === null
      ? []
      : one('distance', distanceSales.isOver ? 'today' : 'week', 1, {
          kind: 'distance',
          sales: distanceSales,
        })),
    ...one('reports', 'week', reports, { kind: 'reports', reports }, oldest.reports),
  ]
}

/** One line for those of a kind that are not listed: they are the newest, or the least urgent of it. */
function rests(today: Today, jobs: readonly Job[]): Job[] {
  const { totals } = today
  const of = (kind: Listed, shown: number, total: number): Job[] => {
    if (total <= shown) return []
    const group = jobs.findLast(({ matter }) => matter.kind === kind)?.group ?? 'today'
    return [{ key: `rest:${kind}`, group, at: null, matter: { kind: 'rest', of: kind, shown, total } }]
  }
  return [
    ...of('report', today.dueReports.length, totals.dueReports),
    ...of('lead', today.staleLeads.length + today.freshLeads.length, today.openLeads),
    ...of('follow', today.dueLeads.length, totals.dueLeads),
    ...of('installation', today.installations.length, totals.installations),
    ...of('unpaid', today.unpaidOrders.length, totals.unpaidOrders),
    ...of('silent', today.silentControllers.length, totals.silentControllers),
    ...of('decision', today.decisions.length, today.paymentDecisions),
    ...of('refund', today.refunds.length, today.openRefunds),
  ]
}

/** How many pieces of work there are, listed or not. */
export function countJobs(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { matter }) => sum + (matter.kind === 'rest' ? matter.total - matter.shown : 1), 0)
}

type Counter = { count: number; isLate: boolean }
export type Work = Record<
  'today' | 'orders' | 'leads' | 'bank' | 'payments' | 'payouts' | 'controllers' | 'service' | 'mails',
  Counter
>

/** What the counters of the navigation count: work, not rows; and whether some of it is late. */
export function countWork(today: Today, queue: readonly Job[]): Work {
  const late = new Set(queue.filter(({ group }) => group === 'late').map(({ matter }) => matter.kind))
  const of = (count: number, ...kinds: Matter['kind'][]): Counter => ({
    count,
    isLate: kinds.some((kind) => late.has(kind)),
  })
  return {
    today: { count: countJobs(queue), isLate: late.size > 0 },
    orders: of(
      today.ordersToPlan.count +
        countJobs(
          queue.filter(({ matter, group }) => {
            const kind = matter.kind === 'rest' ? matter.of : matter.kind
            return (kind === 'installation' || kind === 'unpaid') && group === 'late'
          }),
        ),
      'installation',
      'unpaid',
    ),
    leads: of(today.openLeads + today.totals.dueLeads, 'lead', 'follow'),
    bank: of(today.openBankEntries),
    payments: of(today.paymentDecisions + today.openRefunds),
    payouts: of(
      today.firstPayoutsDue +
        today.openPayoutRuns.length +
        today.unreadOwners.length +
        (today.payoutsDue === null ? 0 : 1),
      'payouts-due',
      'payout-run',
    ),
    controllers: of(
      today.totals.silentControllers + today.doubtedBoxes.boxes + today.setAside.entries,
      'silent',
    ),
    service: of(today.waitingReports, 'report'),
    mails: of(today.failedMails, 'mails'),
  }
}
