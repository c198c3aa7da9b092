import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'
import type { FleetFilters } from './fleet-filters.ts'

const lookMs = 30_000

/** Totals over everything, and what lists can be narrowed to. */
export const fleetQuery = queryOptions({
  queryKey: ['desk', 'fleet'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(deskFleetEndpoints.deskFleet, { signal })),
  refetchInterval: lookMs,
})
export type FleetTotals = Awaited<ReturnType<NonNullable<(typeof fleetQuery)['queryFn']>>>

/** Miners as CSV, all that fit; the server writes down that it was taken out. @throws ApiError */
export const exportFleet = (filters: FleetFilters) =>
  callEndpoint(deskExportEndpoints.deskFleetExport, { body: filters })

/** A page of miners. */
export function fleetMinersQuery(
  wanted: NonNullable<CallInput<typeof deskFleetEndpoints.deskFleetMiners>['query']>,
) {
  return queryOptions({
    queryKey: ['desk', 'fleet', 'miners', wanted],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(deskFleetEndpoints.deskFleetMiners, { query: wanted, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}
