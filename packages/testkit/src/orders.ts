import type { Order } from '@shipminer/domain/orders/order'

/** Where an order stands that has just been placed: a coin is awaited, nothing has been paid. */
export const buildOrder = (over: Partial<Order> = {}): Order => ({
  state: 'placed',
  payment: 'unpaid',
  fulfilment: 'none',
  method: 'bitcoin',
  ...over,
})
