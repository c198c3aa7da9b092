import { miningEndpoints } from '@shipminer/contract/mining'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { pauseOf } from '../../../lib/files/saver.ts'

/** The last 24 hours of the fleet together, or of one ship. */
export function miningTrendsQuery(shipId: string | null) {
  return queryOptions({
    queryKey: ['fleet', 'trends', shipId],
    queryFn: ({ signal }) =>
      callEndpoint(miningEndpoints.miningTrends, { query: shipId === null ? {} : { shipId }, signal }),
    refetchInterval: pauseOf(5 * 60_000),
  })
}
