import { orderEndpoints } from '@shipminer/contract/shop/orders'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async ({ signal }) => (await callEndpoint(orderEndpoints.userOrders, { signal })).orders,
})

/** The orders of the signed-in person, newest first. */
export function useUserOrders() {
  return useQuery(ordersQuery)
}
