import { revenueEndpoints } from '@shipminer/contract/revenue'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callEndpoint } from '../../../lib/api/client.ts'

export const revenuePeriods = ['7d', '30d', '90d', '12m'] as const
export type RevenuePeriod = (typeof revenuePeriods)[number]
export const revenueSplits = ['total', 'ship', 'miner'] as const
export type RevenueBy = (typeof revenueSplits)[number]

const slowMs = 5 * 60_000

/** Sums of today, the month, and all that was received. */
export type RevenueSums = z.infer<typeof revenueEndpoints.revenue.data>

export const revenueQuery = queryOptions({
  queryKey: ['revenue', 'sums'],
  queryFn: ({ signal }) => callEndpoint(revenueEndpoints.revenue, { signal }),
  refetchInterval: slowMs,
})

/** Revenue day by day. The last answer stays while the next is on its way. */
export function revenueAnalysisQuery(filter: {
  period: RevenuePeriod
  by: RevenueBy
  shipId: string | null
}) {
  const { period, by, shipId } = filter
  return queryOptions({
    queryKey: ['revenue', 'analysis', period, by, shipId],
    queryFn: ({ signal }) =>
      callEndpoint(revenueEndpoints.revenueAnalysis, {
        query: { period, by, ...(shipId === null ? {} : { shipId }) },
        signal,
      }),
    refetchInterval: slowMs,
    placeholderData: keepPreviousData,
  })
}

/** The statement of a month as base64. @throws ApiError */
export function fetchStatement(month: string): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(revenueEndpoints.revenueStatement, { query: { month } })
}
