import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { readPages } from '../lib/read-pages.ts'
import type { FleetFilters } from './fleet-filters.ts'

const lookMs = 30_000

/** What the server's clock is ahead of this browser's in ms, for ages. */
const withOffset = <Answer extends { serverTime: number }>(answer: Answer) => ({
  ...answer,
  clockOffsetMs: answer.serverTime - Date.now(),
})

/** Totals over everything, and what lists can be narrowed to. */
export const fleetQuery = queryOptions({
  queryKey: ['desk', 'fleet'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(deskFleetEndpoints.deskFleet, { signal })),
  refetchInterval: lookMs,
})
export type FleetTotals = Awaited<ReturnType<NonNullable<(typeof fleetQuery)['queryFn']>>>

/** The first pages of miners. */
export function fleetMinersQuery(filters: FleetFilters, count: number) {
  return queryOptions({
    queryKey: ['desk', 'fleet', 'miners', filters, count],
    queryFn: ({ signal }) =>
      readPages(count, async (after) =>
        withOffset(
          await callEndpoint(deskFleetEndpoints.deskFleetMiners, {
            query: { ...filters, ...(after === null ? {} : { after }) },
            signal,
          }),
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}
