import { miningEndpoints } from '@shipminer/contract/mining'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** One miner with its details and odds. */
export function minerStatsQuery(id: string) {
  return queryOptions({
    queryKey: ['fleet', 'miner', id, 'stats'],
    queryFn: ({ signal }) => callEndpoint(miningEndpoints.dashboardMinerStats, { params: { id }, signal }),
    refetchInterval: 60_000,
  })
}
