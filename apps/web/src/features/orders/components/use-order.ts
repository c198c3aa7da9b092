import type { Order } from '@shipminer/contract/shop/orders'
import { isPassing } from '../../../lib/api/api-error.ts'
import { useFollow } from '../../../lib/use-follow.ts'
import { fetchOrder } from '../api/orders.ts'
import { orderNextLookMs } from '../lib/order-standing.ts'

/** Pause before an order that could not be fetched is asked for again. */
const retryMs = 5000

/** An order, followed while the page is visible. `userId`: who is signed in, because a session may open it too. */
export function useOrder(id: string, orderKey: string | null, userId: string | null) {
  const { data, ...rest } = useFollow<Order>(`${id} ${orderKey ?? ''} ${userId ?? ''}`, {
    load: () => fetchOrder({ id, orderKey }),
    nextLookMs: ({ data: seen, error }) =>
      seen === null && isPassing(error) ? retryMs : orderNextLookMs(seen),
  })
  return { order: data, ...rest }
}
