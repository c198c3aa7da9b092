import { environmentEndpoints } from '@shipminer/contract/power/environment'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** One ship with what mines on it. */
export function miningShipQuery(id: string) {
  return queryOptions({
    queryKey: ['fleet', 'ship', id],
    queryFn: async ({ signal }) =>
      (await callEndpoint(environmentEndpoints.miningShip, { params: { id }, signal })).ship,
    refetchInterval: 10_000,
  })
}

/** Ids of the miners on one ship. */
export function miningShipMinersQuery(id: string) {
  return queryOptions({
    queryKey: ['fleet', 'ship', id, 'miners'],
    queryFn: async ({ signal }) =>
      (await callEndpoint(environmentEndpoints.miningShipMiners, { params: { id }, signal })).minerIds,
    refetchInterval: 60_000,
  })
}
