import {
  isCrypto,
  isPrepaid,
  type Order,
  type OrderActor,
  type OrderState,
  type PaymentMethod,
  type PaymentState,
} from './order.ts'
import { mayExpire } from './order-expiry.ts'

/** What can happen to an order. */
export const orderEventTypes = [
  'place',
  'choose-method',
  'see-payment',
  'lose-payment',
  'pay-part',
  'pay',
  'revert-payment',
  'confirm',
  'agree',
  'schedule',
  'install',
  'complete',
  'cancel',
  'withdraw',
  'expire',
  'reinstate',
  'request-refund',
  'decline-refund',
  'refund',
] as const
export type OrderEventType = (typeof orderEventTypes)[number]

export type OrderEvent =
  | { type: Exclude<OrderEventType, 'choose-method'>; actor: OrderActor }
  | { type: 'choose-method'; actor: OrderActor; method: PaymentMethod }

/** Why an event does not fit; each has a text for people. */
export type OrderRefusal =
  | 'wrong-actor'
  | 'wrong-state'
  | 'wrong-payment'
  | 'wrong-method'
  | 'already-paid'
  | 'not-paid'
  | 'money-under-way'
  | 'has-money'

export type OrderTransition = { ok: true; order: Order } | { ok: false; reason: OrderRefusal }

type Rule = {
  readonly actors: readonly OrderActor[]
  readonly from: readonly OrderState[]
  /** Checked in order after actor and state; the first that returns a reason refuses. */
  readonly guards: readonly ((order: Order, event: OrderEvent) => OrderRefusal | null)[]
  readonly to: (order: Order, event: OrderEvent) => Partial<Order>
}

/** States in which money belongs to the order; after the end it goes back. */
const live: readonly OrderState[] = ['placed', 'confirmed', 'scheduled', 'installed']
const over: readonly OrderState[] = ['cancelled', 'expired']

/** The part of the money that was received. */
const hasReceived = ({ payment }: Order) => payment === 'partially_paid' || payment === 'paid'

const paymentIs =
  (...states: readonly PaymentState[]) =>
  ({ payment }: Order): OrderRefusal | null =>
    states.includes(payment) ? null : payment === 'paid' ? 'already-paid' : 'wrong-payment'

/** A watcher reports for its chain, the statement import for bank transfers; the provider books anything that came in. */
const methodOfActor = ({ method }: Order, { actor }: OrderEvent): OrderRefusal | null => {
  if (actor === 'watcher') return isCrypto(method) ? null : 'wrong-method'
  if (actor === 'system') return method === 'bank_transfer' ? null : 'wrong-method'
  return null
}

/** Boxes go out for money, or on delivery. */
const isPaidOrOnDelivery = (order: Order): OrderRefusal | null =>
  isPrepaid(order.method) && order.payment !== 'paid' ? 'not-paid' : null

const atPlacing = (method: PaymentMethod): PaymentState => (method === 'bank_transfer' ? 'pending' : 'unpaid')

/** Announced only (bank) or not even that: no money would have to be given back. */
const isMoneyless = ({ payment, method }: Order) =>
  payment === 'unpaid' || (payment === 'pending' && method === 'bank_transfer')

const moneyless = (order: Order): OrderRefusal | null => {
  if (isMoneyless(order)) return null
  return order.payment === 'pending' ? 'money-under-way' : 'has-money'
}

/** The end of an order: what was received goes back; coins under way stay pending until they have arrived or are gone. */
const endOrder = (order: Order, state: OrderState): Partial<Order> => ({
  state,
  payment: hasReceived(order) ? 'refund_pending' : isMoneyless(order) ? 'unpaid' : order.payment,
  fulfilment: order.fulfilment === 'installed' ? 'installed' : 'none',
})

/**
 * The events, with who may cause them, where they fit and what they change. To add one: a name above, a rule here, a line in the test.
 *
 * ```
 * draft ─place─▶ placed ─pay | confirm (on delivery)─▶ confirmed ─schedule─▶ scheduled ─install─▶ installed ─complete─▶ completed
 *                  ├─expire─▶ expired ─reinstate─▶ placed            confirmed (on delivery) ─expire─▶ expired
 *                  └─cancel─▶ cancelled ◀─cancel─ confirmed, scheduled        any but draft ─withdraw─▶ cancelled
 *
 * unpaid ─see-payment─▶ pending ─pay-part─▶ partially_paid ─pay─▶ paid ─revert-payment─▶ pending ─lose-payment─▶ unpaid
 * paid, partially_paid ─cancel | withdraw | request-refund─▶ refund_pending ─refund─▶ refunded
 * ```
 */
const rules: Readonly<Record<OrderEventType, Rule>> = {
  place: {
    actors: ['buyer', 'provider'],
    from: ['draft'],
    guards: [],
    to: ({ method }) => ({ state: 'placed', payment: atPlacing(method) }),
  },
  'choose-method': {
    actors: ['buyer', 'provider'],
    from: ['placed'],
    guards: [
      moneyless,
      ({ method }, event) =>
        event.type === 'choose-method' && event.method !== method ? null : 'wrong-method',
    ],
    to: ({ method }, event) => {
      const chosen = event.type === 'choose-method' ? event.method : method
      return { method: chosen, payment: atPlacing(chosen) }
    },
  },
  'see-payment': {
    actors: ['watcher'],
    from: [...live, 'completed', ...over],
    guards: [methodOfActor, paymentIs('unpaid')],
    to: () => ({ payment: 'pending' }),
  },
  'lose-payment': {
    actors: ['watcher'],
    from: [...live, 'completed', ...over],
    guards: [methodOfActor, paymentIs('pending')],
    to: () => ({ payment: 'unpaid' }),
  },
  'pay-part': {
    actors: ['provider', 'system', 'watcher'],
    from: [...live, 'completed', ...over],
    guards: [methodOfActor, paymentIs('unpaid', 'pending', 'partially_paid')],
    to: ({ state }) => ({ payment: over.includes(state) ? 'refund_pending' : 'partially_paid' }),
  },
  pay: {
    actors: ['provider', 'system', 'watcher'],
    from: [...live, 'completed', ...over],
    guards: [methodOfActor, paymentIs('unpaid', 'pending', 'partially_paid')],
    to: ({ state }) => {
      if (over.includes(state)) return { payment: 'refund_pending' }
      return { payment: 'paid', state: state === 'placed' ? 'confirmed' : state }
    },
  },
  'revert-payment': {
    actors: ['provider', 'system', 'watcher'],
    from: [...live, 'completed', ...over],
    guards: [
      methodOfActor,
      ({ state, payment }) => {
        const fits = over.includes(state)
          ? payment === 'refund_pending'
          : payment === 'paid' || payment === 'partially_paid'
        return fits ? null : 'wrong-payment'
      },
    ],
    to: ({ state, method }) => ({
      payment:
        over.includes(state) && !isCrypto(method) ? 'unpaid' : isPrepaid(method) ? 'pending' : 'unpaid',
    }),
  },
  confirm: {
    actors: ['provider', 'system'],
    from: ['placed'],
    guards: [isPaidOrOnDelivery],
    to: () => ({ state: 'confirmed' }),
  },
  // The boxes of an order that is paid at delivery are kept for it from then on.
  agree: {
    actors: ['provider'],
    from: ['confirmed'],
    guards: [(order) => (mayExpire(order) ? null : 'wrong-method')],
    to: () => ({}),
  },
  schedule: {
    actors: ['provider'],
    from: ['confirmed', 'scheduled'],
    guards: [isPaidOrOnDelivery],
    to: () => ({ state: 'scheduled', fulfilment: 'scheduled' }),
  },
  install: {
    actors: ['provider'],
    from: ['scheduled'],
    guards: [isPaidOrOnDelivery],
    to: () => ({ state: 'installed', fulfilment: 'installed' }),
  },
  complete: {
    actors: ['provider', 'system'],
    from: ['installed'],
    guards: [({ payment }) => (payment === 'paid' ? null : 'not-paid')],
    to: () => ({ state: 'completed' }),
  },
  cancel: {
    actors: ['buyer', 'provider'],
    from: ['draft', 'placed', 'confirmed', 'scheduled'],
    guards: [
      ({ state }, { actor }) =>
        actor === 'buyer' && state !== 'draft' && state !== 'placed' ? 'wrong-state' : null,
      (order, { actor }) => (actor === 'buyer' ? moneyless(order) : null),
    ],
    to: (order) => endOrder(order, 'cancelled'),
  },
  withdraw: {
    actors: ['buyer', 'provider'],
    from: [...live, 'completed'],
    guards: [({ payment }) => (payment === 'refunded' ? 'wrong-payment' : null)],
    to: (order) => endOrder(order, 'cancelled'),
  },
  expire: {
    actors: ['system'],
    from: ['placed', 'confirmed'],
    guards: [
      (order) => (order.state === 'placed' || mayExpire(order) ? null : 'wrong-state'),
      // A part that was paid goes back; only coins under way are waited for.
      (order) => (order.payment === 'partially_paid' ? null : moneyless(order)),
    ],
    to: (order) => endOrder(order, 'expired'),
  },
  reinstate: {
    actors: ['provider', 'system', 'watcher'],
    from: ['expired'],
    guards: [methodOfActor, ({ payment }) => (payment === 'refunded' ? 'wrong-payment' : null)],
    to: (order) => ({
      state: 'placed',
      payment:
        order.payment === 'refund_pending'
          ? 'partially_paid'
          : order.payment === 'unpaid'
            ? atPlacing(order.method)
            : order.payment,
    }),
  },
  'request-refund': {
    actors: ['buyer', 'provider'],
    from: ['completed'],
    guards: [({ payment }) => (payment === 'paid' ? null : 'wrong-payment')],
    to: () => ({ payment: 'refund_pending' }),
  },
  'decline-refund': {
    actors: ['provider'],
    from: ['completed'],
    guards: [paymentIs('refund_pending')],
    to: () => ({ payment: 'paid' }),
  },
  refund: {
    actors: ['provider'],
    from: [...over, 'completed'],
    guards: [paymentIs('refund_pending')],
    to: () => ({ payment: 'refunded' }),
  },
}

/**
 * Applies one event, or says why it does not fit. Notifications, stock and mails are the caller's; so is the clock: `order-expiry` decides
 * whether it is time to expire, `withdrawal` whether the buyer may still withdraw.
 */
export function transitionOrder(order: Order, event: OrderEvent): OrderTransition {
  const rule = rules[event.type]
  if (!rule.actors.includes(event.actor)) return { ok: false, reason: 'wrong-actor' }
  if (!rule.from.includes(order.state)) return { ok: false, reason: 'wrong-state' }
  for (const guard of rule.guards) {
    const reason = guard(order, event)
    if (reason) return { ok: false, reason }
  }
  return { ok: true, order: { ...order, ...rule.to(order, event) } }
}

/** What an actor could do with an order now, for buttons. `choose-method` is there when any other method could be taken. */
export function listOrderEvents(order: Order, actor: OrderActor): OrderEventType[] {
  return orderEventTypes.filter((type) => {
    const event: OrderEvent =
      type === 'choose-method'
        ? { type, actor, method: order.method === 'bank_transfer' ? 'bitcoin' : 'bank_transfer' }
        : { type, actor }
    return transitionOrder(order, event).ok
  })
}

/** Whether boxes are kept for the order: from placing until they are installed, or the order is over. */
export function reservesStock({ state }: Pick<Order, 'state'>): boolean {
  return state === 'placed' || state === 'confirmed' || state === 'scheduled'
}
