import { orderWaits } from '@shipminer/contract/desk'
import { fulfilmentStates, orderStates, paymentStates } from '@shipminer/domain/orders/order'

/** The filters of a list of orders, as written in the address. */
export type OrderFilters = {
  search?: string
  state?: (typeof listedStates)[number]
  payment?: (typeof paymentStates)[number]
  fulfilment?: (typeof fulfilmentStates)[number]
  waits?: (typeof orderWaits)[number]
}

/** The states of orders that lists show: a draft is no order yet. */
export const listedStates = orderStates.filter((state) => state !== 'draft')

/** Reads filters from an address; what is unknown there does not count. */
export function readOrderFilters(params: URLSearchParams): OrderFilters {
  const one = <Value extends string>(name: string, known: readonly Value[]) =>
    known.find((value) => value === params.get(name))
  const search = params.get('search')?.trim().slice(0, 100)
  const state = one('state', listedStates)
  const payment = one('payment', paymentStates)
  const fulfilment = one('fulfilment', fulfilmentStates)
  const waits = one('waits', orderWaits)
  return {
    ...(search && { search }),
    ...(state && { state }),
    ...(payment && { payment }),
    ...(fulfilment && { fulfilment }),
    ...(waits && { waits }),
  }
}

/** The address with one filter changed; empty takes it away. */
export function withFilter(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value.trim() === '') next.delete(name)
  else next.set(name, value.trim())
  return next
}
