import { paymentEndpoints } from '@shipminer/contract/shop/payments'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const historyQuery = queryOptions({
  queryKey: ['payment-history'],
  queryFn: async ({ signal }) => (await callEndpoint(paymentEndpoints.paymentHistory, { signal })).payments,
})

/** What the signed-in person paid and is paying, newest first. */
export function usePaymentHistory() {
  return useQuery(historyQuery)
}
