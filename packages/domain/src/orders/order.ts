/** Life of an order. `draft` is a quote that has not been agreed to yet. */
export const orderStates = [
  'draft',
  'placed',
  'confirmed',
  'scheduled',
  'installed',
  'completed',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Where the money of an order is. `pending`: announced (bank transfer) or seen on a chain, and not yet settled. Money that came in excess or
 * through another method is a refund record of its own and does not show here.
 */
export const paymentStates = [
  'unpaid',
  'pending',
  'partially_paid',
  'paid',
  'refund_pending',
  'refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Where the boxes of an order are. */
export const fulfilmentStates = ['none', 'scheduled', 'installed'] as const
export type FulfilmentState = (typeof fulfilmentStates)[number]

/** What the provider reports of the boxes between payment and fitting. It decides nothing: an order may be fitted without. */
export const buildSteps = ['built', 'shipped'] as const
export type BuildStep = (typeof buildSteps)[number]

/** How an order is paid (docs/product.md 2.9, step Payment). */
export const paymentMethods = ['bank_transfer', 'bitcoin', 'usdt', 'pay_on_delivery'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Who makes an event happen: the buyer, the provider's desk, a timer or import of the server, or a chain watcher. */
export const orderActors = ['buyer', 'provider', 'system', 'watcher'] as const
export type OrderActor = (typeof orderActors)[number]

/** The three axes of an order and how it is paid: all that the machine looks at. */
export type Order = {
  state: OrderState
  payment: PaymentState
  fulfilment: FulfilmentState
  method: PaymentMethod
}

/** Whether money comes over a public chain and a watcher sees it. */
export function isCrypto(method: PaymentMethod): method is 'bitcoin' | 'usdt' {
  return method === 'bitcoin' || method === 'usdt'
}

/** Whether the money must be there before the boxes go out. */
export function isPrepaid(method: PaymentMethod): boolean {
  return method !== 'pay_on_delivery'
}

/**
 * Whether an order that goes ahead must wait because its money is gone again (a reorganised chain, a booking taken back). The machine refuses
 * to schedule or install it until it is paid.
 */
export function isOnHold(order: Order): boolean {
  const goesAhead = order.state === 'confirmed' || order.state === 'scheduled' || order.state === 'installed'
  return goesAhead && isPrepaid(order.method) && order.payment !== 'paid'
}
