import { todayLists } from '@shipminer/contract/desk/work'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import {
  durationPart,
  formatDate,
  formatDateTime,
  formatDay,
  formatEuro,
  formatNumber,
  formatSat,
  formatTime,
  formatWeekday,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Job, Listed } from './queue.ts'
import { useProposalWords } from './use-proposal-words.ts'

type Detail = { text: string; to?: string }
/** What a line says. `whenMore` and `details` are its second lines; `assigned`: who took it where it is answered. */
type JobWords = {
  when: string
  whenMore: string | null
  what: string
  details: Detail[]
  step: string
  to: string
  assigned: string | null
}

const pages = {
  orders: paths.deskOrders,
  controllers: paths.deskControllers,
  leads: paths.deskLeads,
  service: paths.deskService,
}
/** Refunds share a page with payments: what filters them has a name of its own in its address. */
const listOf = (kind: keyof typeof todayLists) => {
  const { page, filters } = todayLists[kind]
  if (page === 'payments') return paths.deskPayments
  if (page === 'refunds') return `${paths.deskPayments}?refunds-status=${filters.status}`
  return `${pages[page]}?${new URLSearchParams(filters)}`
}

/** Where all of a kind are, page by page. */
const lists: Record<Listed, string> = {
  report: listOf('report'),
  lead: listOf('lead'),
  follow: listOf('follow'),
  installation: listOf('installation'),
  unpaid: listOf('unpaid'),
  silent: listOf('silent'),
  decision: listOf('decision'),
  refund: listOf('refund'),
}

const sameDay = (one: number, other: number) =>
  new Date(one).toDateString() === new Date(other).toDateString()

/** The words of a line of the queue, in the reader's language. */
export function useJobWords(): (job: Job, now: number) => JobWords {
  const { t } = useTranslation('desk-today')
  const { t: tDesk } = useTranslation('desk')
  const { t: tService } = useTranslation('service')
  const { t: tOrder } = useTranslation('order')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const proposalWords = useProposalWords()
  const number = (value: number) => formatNumber(language, value)
  const euro = (cents: number) => formatEuro(language, cents)
  const length = (ms: number) => {
    const { unit, ...parts } = durationPart(ms / 1000)
    return common(`duration.${unit}`, parts)
  }
  const some = (...texts: (string | null | undefined)[]): Detail[] =>
    texts.flatMap((text) => (text ? [{ text }] : []))

  return (job, now) => {
    const moment = (at: number) =>
      sameDay(at, now) ? formatTime(language, at) : formatDateTime(language, at)
    const promiseWords = (at: number) =>
      at < now
        ? {
            when: t('when.lateBy', { age: length(now - at) }),
            whenMore: t('when.promised', { time: moment(at) }),
          }
        : {
            when: t('when.before', { time: moment(at) }),
            whenMore: t('when.left', { left: length(at - now) }),
          }
    const today = { when: t('when.today'), whenMore: null }
    /** Of what is done in one go: since when the oldest of it has waited, to the day. */
    const oldest = {
      ...today,
      whenMore: job.at === null ? null : t('when.since', { time: formatDay(language, job.at) }),
    }
    const since = (at: number) => ({ ...today, whenMore: t('when.since', { time: moment(at) }) })
    const { matter } = job
    switch (matter.kind) {
      case 'report': {
        const { report } = matter
        const subject = tService(`subject.${report.subject}`)
        return {
          ...promiseWords(job.at ?? now),
          what:
            report.shipName === null
              ? t('report.what', { subject })
              : t('report.whatOn', { subject, ship: report.shipName }),
          details: some(report.reference, report.ownerName, report.minerName),
          step: t('step.answer'),
          to: paths.deskServiceReport(report.id),
          assigned: report.assignedTo,
        }
      }
      case 'lead': {
        const { lead } = matter
        return {
          ...promiseWords(job.at ?? now),
          what: t('lead.what', { kind: tDesk(`kind.${lead.kind}`), name: lead.name ?? lead.email }),
          details: some(lead.reference, lead.subject ?? lead.message?.slice(0, 90)),
          step: t('step.answer'),
          to: paths.deskLead(lead.id),
          assigned: lead.assignedTo,
        }
      }
      case 'follow': {
        const { lead, on } = matter
        return {
          when: t('when.agreed', { date: formatDate(language, Date.parse(on)) }),
          whenMore: null,
          what: t('follow.what', { name: lead.name ?? lead.email }),
          details: some(lead.reference, tDesk(`stage.${lead.stage}`), lead.subject),
          step: t('step.contact'),
          to: paths.deskLead(lead.id),
          assigned: lead.assignedTo,
        }
      }
      case 'silent': {
        const { controller } = matter
        const at = controller.lastSeenAt ?? now
        return {
          when: t('when.silent', { age: length(now - at) }),
          whenMore: t('when.since', { time: moment(at) }),
          what: t('silent.what', { id: controller.id, name: controller.name }),
          details: some(
            controller.owner ?? tDesk('controllers.ownerNone'),
            t('silent.miners', { count: controller.miners }),
            controller.location,
          ),
          step: t('step.look'),
          to: paths.deskController(controller.id),
          assigned: null,
        }
      }
      case 'installation': {
        const { installation } = matter
        const noon = Date.parse(`${installation.on}T12:00`)
        return {
          when: job.group === 'today' ? t('when.today') : formatWeekday(language, noon),
          whenMore: job.group === 'late' ? t('when.dayGone') : null,
          what: t(job.group === 'late' ? 'installation.whatLate' : 'installation.what', {
            boxes: installation.lines
              .map(({ quantity, name }) => tOrder('line', { count: quantity, name }))
              .join(', '),
            name: installation.buyerName,
          }),
          details: some(installation.number),
          step: t(job.group === 'week' ? 'step.papers' : 'step.report'),
          to: paths.deskOrder(installation.id),
          assigned: null,
        }
      }
      case 'unpaid': {
        const { order } = matter
        const { number, buyerName: name } = order
        return {
          when: order.why === 'lapses' ? formatDate(language, order.at) : t('when.today'),
          whenMore: order.why === 'lapses' ? null : t('when.since', { time: moment(order.at) }),
          what: t(`unpaid.${order.why}`, { number, name }),
          details: some(t('unpaid.open', { amount: euro(order.remainingCents) })),
          step: t(order.why === 'lapses' ? 'step.plan' : 'step.look'),
          to: paths.deskOrder(order.id),
          assigned: null,
        }
      }
      case 'decision': {
        const { decision } = matter
        const [exception = 'manual'] = decision.exceptions
        const { unbooked, amountReceived: received, amountDue: due, asset } = decision
        return {
          ...since(decision.createdAt),
          what:
            unbooked === null
              ? t('decision.what', { exception: tDesk(`exception.${exception}`), received, due, asset })
              : t('decision.unbooked', { reason: tDesk(`unbooked.${unbooked}`) }),
          details: [{ text: decision.orderNumber, to: paths.deskOrder(decision.orderId) }],
          step: t('step.decide'),
          to: paths.deskPayments,
          assigned: null,
        }
      }
      case 'refund': {
        const { refund } = matter
        return {
          ...since(refund.requestedAt),
          what: t('refund.what', { amount: euro(refund.amountCents), name: refund.buyerName }),
          details: [
            { text: refund.orderNumber, to: paths.deskOrder(refund.orderId) },
            ...some(tOrder(`method.${refund.method}`)),
          ],
          step: t('step.refund'),
          to: paths.deskPayments,
          assigned: null,
        }
      }
      case 'proposal':
        return { ...today, assigned: null, ...proposalWords(matter.proposal) }
      case 'bank':
        return {
          ...oldest,
          what: t('bank.what', { amount: euro(matter.cents) }),
          details: some(t('bank.entries', { count: matter.entries })),
          step: t('step.match'),
          to: paths.deskBank,
          assigned: null,
        }
      case 'orders': {
        const { count, grossCents, first } = matter.orders
        const [only] = first
        return {
          ...oldest,
          what: t('orders.what', { count }),
          details: [
            ...first.map(({ id, number }) => ({ text: number, to: paths.deskOrder(id) })),
            ...some(t('orders.sum', { amount: euro(grossCents) })),
          ],
          step: t('step.plan'),
          to: count === 1 && only ? paths.deskOrder(only.id) : listOf('planning'),
          assigned: null,
        }
      }
      case 'payouts':
        return {
          ...oldest,
          what: t('payouts.what', { count: matter.owners }),
          details: some(t('payouts.promise')),
          step: t('step.look'),
          to: paths.deskPayouts,
          assigned: null,
        }
      case 'payouts-due': {
        const { owners, totalSat, lastRunAt } = matter.due
        return {
          when:
            job.group === 'late' && job.at !== null
              ? t('when.lateBy', { age: length(now - job.at) })
              : t('when.today'),
          whenMore: null,
          what: t('payoutsDue.what', { count: owners, amount: joinQuantity(formatSat(language, totalSat)) }),
          details: some(
            lastRunAt === null
              ? t('payoutsDue.never')
              : t('payoutsDue.last', { date: formatDate(language, lastRunAt) }),
          ),
          step: t('step.makeRun'),
          to: paths.deskPayouts,
          assigned: null,
        }
      }
      case 'payout-run': {
        const { id, createdAt, totalSat } = matter.run
        return {
          when: job.group === 'late' ? t('when.open', { age: length(now - createdAt) }) : t('when.today'),
          whenMore: null,
          what: t('payoutRun.what', { id, amount: joinQuantity(formatSat(language, totalSat)) }),
          details: some(t('payoutRun.made', { time: formatDateTime(language, createdAt) })),
          step: t('step.look'),
          to: paths.deskPayout(id),
          assigned: null,
        }
      }
      case 'balance':
        return {
          ...today,
          what: t('balance.what', { name: matter.owner.name }),
          details: some(t('balance.why')),
          step: t('step.look'),
          to: paths.deskCustomer(matter.owner.id),
          assigned: null,
        }
      case 'mails':
        return {
          ...oldest,
          what: t('mails.what', { count: matter.mails }),
          details: some(t('mails.why')),
          step: t('step.look'),
          to: paths.deskMails,
          assigned: null,
        }
      case 'distance': {
        const { isOver, netCents, limitCents, year } = matter.sales
        return {
          when: t(isOver ? 'when.today' : 'when.week'),
          whenMore: null,
          what: t(isOver ? 'distance.over' : 'distance.near', {
            amount: euro(netCents),
            limit: euro(limitCents),
            year,
          }),
          details: some(t('distance.why')),
          step: t('step.look'),
          to: paths.deskOrders,
          assigned: null,
        }
      }
      case 'doubted': {
        const { boxes, first } = matter.doubted
        const [only] = first
        return {
          ...oldest,
          what: t('doubted.what', { count: boxes }),
          details: [
            ...first.map(({ id, name }) => ({
              text: `${name} (${id})`,
              ...(boxes > 1 && { to: paths.deskController(id) }),
            })),
            ...some(t('doubted.why')),
          ],
          step: t('step.look'),
          to: only ? paths.deskController(only.id) : paths.deskControllers,
          assigned: null,
        }
      }
      case 'setAside':
        return {
          ...oldest,
          what: t('setAside.what', { count: matter.entries }),
          details: some(t('setAside.why')),
          step: t('step.look'),
          to: paths.deskControllers,
          assigned: null,
        }
      case 'rest': {
        const { of, shown, total } = matter
        return {
          when: t('of', { count: number(shown), all: number(total) }),
          whenMore: t('rest.listed'),
          what: t(`rest.${of}`, { count: total - shown }),
          details: [],
          step: t('step.all'),
          to: lists[of],
          assigned: null,
        }
      }
      case 'reports':
        return {
          when: t('when.week'),
          whenMore: oldest.whenMore,
          what: t('reports.what', { count: matter.reports }),
          details: [],
          step: t('step.look'),
          to: listOf('reports'),
          assigned: null,
        }
    }
  }
}
