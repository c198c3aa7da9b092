import { miningEndpoints } from '@shipminer/contract/mining'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Every miner and controller of the caller, with the moment the answer came (ms, this browser's clock). */
export const dashboardMinersQuery = queryOptions({
  queryKey: ['fleet', 'miners'],
  queryFn: async ({ signal }) => {
    const answer = await callEndpoint(miningEndpoints.dashboardMiners, { signal })
    return { ...answer, receivedAt: Date.now() }
  },
  structuralSharing: false,
})
