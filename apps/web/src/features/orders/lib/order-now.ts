import type { Order } from '@shipminer/contract/shop/orders'
import { type OrderStanding, orderStanding } from './order-standing.ts'

/** What the sentences of an order are made from. */
export type OrderFacts = Pick<
  Order,
  | 'state'
  | 'payment'
  | 'fulfilment'
  | 'method'
  | 'lines'
  | 'remainingCents'
  | 'expiresAt'
  | 'installationOn'
  | 'installedAt'
  | 'deliveryWeek'
  | 'isFitted'
  | 'placedAt'
  | 'events'
  | 'refunds'
>

/** Sentences of the page: what is now, and what comes next. */
export type NowKey =
  | Exclude<OrderStanding, 'confirmed' | 'scheduled' | 'installed'>
  | 'draft'
  | 'lapsed'
  | 'paid'
  | 'agreed'
  | 'making'
  | 'built'
  | 'shipped'
  | 'making-sent'
  | 'built-sent'
  | 'shipped-sent'
  | 'week'
  | 'day-open'
  | 'day-open-sent'
  | 'fit-on'
  | 'arrives-on'
  | 'fitted-on'
  | 'fitted'
  | 'arrived-on'
  | 'arrived'
  | 'not-paid'

/** What is expected of the buyer. */
export type TodoKey =
  | 'nothing'
  | 'call'
  | 'pay'
  | 'pay-by'
  | 'pay-later'
  | 'aboard'
  | 'aboard-pay'
  | 'settle'
  | 'claim'
  | 'check-payment'
  | 'refund-to'
  | 'again'

/** A sentence with what it names; `date` is an ISO date or time, `amount` euro cents. */
export type Phrase<Key> = {
  key: Key
  date?: string
  amount?: number
  week?: { week: number; year: number }
}

/**
 * An order in the fewest sentences: what is now, what comes next and when, and what its buyer has to do. A day that is unknown is not
 * named, and said to be open.
 */
export function orderNow(order: OrderFacts): { said: Phrase<NowKey>[]; todo: Phrase<TodoKey> } {
  const standing = orderStanding(order)
  if (order.state === 'draft') return { said: [{ key: 'draft' }], todo: { key: 'nothing' } }
  if (standing === 'confirmed' || standing === 'scheduled')
    return { said: [lead(order), progress(order), whenItComes(order)], todo: todoBefore(order) }
  if (standing === 'installed') return atHand(order)
  // Nobody was to pay it before the delivery.
  const isLapsed = standing === 'expired' && order.method === 'pay_on_delivery'
  return { said: [{ key: isLapsed ? 'lapsed' : standing }], todo: todoOf(order, standing) }
}

function todoOf(order: OrderFacts, standing: OrderStanding): Phrase<TodoKey> {
  const { expiresAt, remainingCents: amount } = order
  switch (standing) {
    case 'awaiting-transfer':
    case 'awaiting-payment':
    case 'partly-paid':
      return expiresAt === null ? { key: 'pay', amount } : { key: 'pay-by', amount, date: expiresAt }
    case 'on-hold':
      return { key: 'check-payment' }
    case 'refund-pending':
      return {
        key: order.refunds.some(({ claim, paidAt }) => claim === null && paidAt === null)
          ? 'refund-to'
          : 'nothing',
      }
    case 'expired':
      return { key: 'again' }
    default:
      return { key: 'nothing' }
  }
}

/** Fitted on board, unless the server says that it is sent. */
const isFitted = ({ isFitted: fitted }: OrderFacts) => fitted !== false

const isPaid = ({ payment }: OrderFacts) => payment === 'paid'

const lead = (order: OrderFacts): Phrase<NowKey> => ({ key: isPaid(order) ? 'paid' : 'agreed' })

const hasHappened = ({ events }: OrderFacts, kind: string) => events.some((event) => event.kind === kind)

function progress(order: OrderFacts): Phrase<NowKey> {
  const key = hasHappened(order, 'shipped') ? 'shipped' : hasHappened(order, 'built') ? 'built' : 'making'
  return { key: isFitted(order) ? key : `${key}-sent` }
}

function whenItComes(order: OrderFacts): Phrase<NowKey> {
  const day = plannedDay(order)
  if (day !== null) return { key: isFitted(order) ? 'fit-on' : 'arrives-on', date: day }
  if (order.deliveryWeek) return { key: 'week', week: order.deliveryWeek }
  return { key: isFitted(order) ? 'day-open' : 'day-open-sent' }
}

/** The day that was agreed; one of before does not count when the order is not scheduled. */
const plannedDay = ({ state, installationOn }: OrderFacts) => (state === 'scheduled' ? installationOn : null)

function todoBefore(order: OrderFacts): Phrase<TodoKey> {
  const amount = order.remainingCents
  const isDaySet = plannedDay(order) !== null
  if (!isPaid(order)) return { key: isDaySet && isFitted(order) ? 'aboard-pay' : 'pay-later', amount }
  if (!isFitted(order)) return { key: 'nothing' }
  if (isDaySet) return { key: 'aboard' }
  return { key: order.deliveryWeek ? 'call' : 'nothing' }
}

function atHand(order: OrderFacts): ReturnType<typeof orderNow> {
  const date = order.installedAt
  const [dated, plain] = isFitted(order)
    ? (['fitted-on', 'fitted'] as const)
    : (['arrived-on', 'arrived'] as const)
  const first: Phrase<NowKey> = date ? { key: dated, date } : { key: plain }
  if (!isPaid(order))
    return { said: [first, { key: 'not-paid' }], todo: { key: 'settle', amount: order.remainingCents } }
  return { said: [lead(order), first], todo: { key: isFitted(order) ? 'claim' : 'nothing' } }
}

/** A step on the way of an order. */
export type OrderStep = {
  key: 'ordered' | 'paid' | 'built' | 'shipped' | 'fitted' | 'delivered'
  isDone: boolean
  /** When it was done, ISO; null: not done, or nobody wrote it down. */
  at: string | null
  /** When it is to be done, as far as that is known. */
  planned: { date: string } | { week: number; year: number } | null
}

/** The way of an order in five steps, in the order in which they are due: who pays on delivery pays last. */
export function orderSteps(order: OrderFacts): OrderStep[] {
  const { state, placedAt, installedAt } = order
  const atOf = (kind: string) => order.events.findLast((event) => event.kind === kind)?.at ?? null
  const day = plannedDay(order)
  const isHere = state === 'installed' || state === 'completed' || order.fulfilment === 'installed'
  const isShipped = isHere || hasHappened(order, 'shipped')
  const hasPaid = isPaid(order) || order.payment === 'refund_pending' || order.payment === 'refunded'
  const step = (
    key: OrderStep['key'],
    isDone: boolean,
    at: string | null,
    planned: OrderStep['planned'] = null,
  ): OrderStep => ({ key, isDone, at: isDone ? at : null, planned: isDone ? null : planned })
  const paid = step('paid', hasPaid, atOf('pay'))
  const way = [
    step('built', isShipped || hasHappened(order, 'built'), atOf('built')),
    step('shipped', isShipped, atOf('shipped')),
    step(
      isFitted(order) ? 'fitted' : 'delivered',
      isHere,
      installedAt ?? null,
      day !== null ? { date: day } : (order.deliveryWeek ?? null),
    ),
  ]
  const ordered = step('ordered', state !== 'draft', placedAt)
  return order.method === 'pay_on_delivery' ? [ordered, ...way, paid] : [ordered, paid, ...way]
}
