import { buildSteps } from '@shipminer/domain/orders/order'
import { orderEventTypes } from '@shipminer/domain/orders/order-machine'

/** Kinds of events that the page has words for: those of the order's machine, and what goes with them. */
export const knownEvents = [
  ...orderEventTypes,
  ...buildSteps,
  'invoice',
  'prepayment',
  'credit-note',
  'remind',
  'later-delivery',
  'money',
  'money-unexpected',
  'refund-requested',
  'refund-claimed',
  'refund-requoted',
  'refund-paid',
] as const
export type KnownEvent = (typeof knownEvents)[number]

/** The server's word for an event as the page knows it; `other` for one of tomorrow. */
export function eventWords(kind: string): KnownEvent | 'other' {
  return knownEvents.find((known) => known === kind) ?? 'other'
}
