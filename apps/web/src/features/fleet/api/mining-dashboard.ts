import { miningEndpoints } from '@shipminer/contract/mining'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Totals, open alerts and what earnings are based on, with the moment the answer arrived (ms, this browser's clock). */
export const miningDashboardQuery = queryOptions({
  queryKey: ['fleet', 'dashboard'],
  queryFn: async ({ signal }) => {
    const answer = await callEndpoint(miningEndpoints.miningDashboard, { signal })
    return { ...answer, receivedAt: Date.now() }
  },
  structuralSharing: false,
})
