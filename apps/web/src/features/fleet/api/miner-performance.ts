import { miningEndpoints } from '@shipminer/contract/mining'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { type HistoryRange, historyRanges } from '../lib/history.ts'

/** The history of one miner over a range. The last chart stays while the next is on its way; `range` says which one an answer is. */
export function minerPerformanceQuery(id: string, range: HistoryRange) {
  return queryOptions({
    queryKey: ['fleet', 'miner', id, 'performance', range],
    queryFn: async ({ signal }) => {
      const hours = historyRanges[range]
      const answer = await callEndpoint(miningEndpoints.minerPerformance, {
        params: { id },
        query: { hours },
        signal,
      })
      return { ...answer, range }
    },
    placeholderData: keepPreviousData,
    refetchInterval: range === '24h' ? 60_000 : 5 * 60_000,
  })
}
