import type { Order } from '@shipminer/contract/shop/orders'
import { isCrypto, isOnHold, isPrepaid } from '@shipminer/domain/orders/order'

/** The three axes of an order in one sentence; each has its own words. */
export type OrderStanding =
  | 'awaiting-transfer'
  | 'awaiting-payment'
  | 'payment-seen'
  | 'partly-paid'
  | 'awaiting-confirmation'
  | 'on-hold'
  | 'confirmed'
  | 'scheduled'
  | 'installed'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'refund-pending'
  | 'refunded'

type Axes = Pick<Order, 'state' | 'payment' | 'fulfilment' | 'method'>

/** The status of an order. */
export function orderStanding(order: Axes): OrderStanding {
  const { state, payment, method } = order
  if (payment === 'refund_pending') return 'refund-pending'
  if (payment === 'refunded') return 'refunded'
  if (state === 'cancelled' || state === 'expired' || state === 'completed') return state
  if (isOnHold(order)) return 'on-hold'
  if (state === 'confirmed' || state === 'scheduled' || state === 'installed') return state
  if (!isPrepaid(method)) return 'awaiting-confirmation'
  if (payment === 'paid') return 'confirmed'
  if (payment === 'partially_paid') return 'partly-paid'
  if (payment === 'pending' && isCrypto(method)) return 'payment-seen'
  return isCrypto(method) ? 'awaiting-payment' : 'awaiting-transfer'
}

/** How a status looks: `good` is as it should be, `wait` is the buyer's turn, `bad` needs attention, `over` is past. */
export const standingTone: Readonly<Record<OrderStanding, 'good' | 'wait' | 'bad' | 'over'>> = {
  'awaiting-transfer': 'wait',
  'awaiting-payment': 'wait',
  'payment-seen': 'good',
  'partly-paid': 'wait',
  'awaiting-confirmation': 'good',
  'on-hold': 'bad',
  confirmed: 'good',
  scheduled: 'good',
  installed: 'good',
  completed: 'good',
  cancelled: 'over',
  expired: 'over',
  'refund-pending': 'wait',
  refunded: 'over',
}

/** Time to the next look at an order in ms: often while money is awaited, then now and then; null when nothing more will happen. */
export function orderNextLookMs(order: Axes | null): number | null {
  if (order === null) return null
  const { state, payment } = order
  if (state === 'cancelled' || state === 'expired') return payment === 'refund_pending' ? 60_000 : null
  if (state === 'completed') return payment === 'paid' || payment === 'refunded' ? null : 60_000
  return payment === 'paid' ? 60_000 : 20_000
}
