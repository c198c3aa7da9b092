import type { Order } from '@shipminer/contract/orders'
import { useFollow } from '../../../lib/use-follow.ts'
import { fetchOrder } from '../api/orders.ts'
import { orderNextLookMs } from '../lib/order-standing.ts'

/** An order, followed while the page is visible. `userId`: who is signed in, because a session may open it too. */
export function useOrder(id: string, orderKey: string | null, userId: string | null) {
  const { data, ...rest } = useFollow<Order>(`${id} ${orderKey ?? ''} ${userId ?? ''}`, {
    load: () => fetchOrder({ id, orderKey }),
    nextLookMs: ({ data: seen }) => orderNextLookMs(seen),
  })
  return { order: data, ...rest }
}
