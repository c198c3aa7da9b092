import { type FleetQuery, fleetEndpoints } from '@shipminer/contract/fleet'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What is asked of a large fleet; what is left out is as it is at first. */
export type FleetAsk = Partial<FleetQuery>

/** The fleet, or a page of a large one, with the moment the answer came (ms, this browser's clock). The last page stays while the next is on its way. */
export function miningFleetQuery(ask: FleetAsk) {
  return queryOptions({
    queryKey: ['fleet', 'page', ask],
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(fleetEndpoints.miningFleet, { query: ask, signal })
      return { ...answer, receivedAt: Date.now() }
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}

/** All miners of the fleet that are on a ship, also where they come in pages; of a small fleet those of other ships come along. */
export function shipFleetQuery(shipId: string) {
  return queryOptions({
    queryKey: ['fleet', 'ship', shipId, 'fleet'],
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        callEndpoint(fleetEndpoints.miningFleet, { query: { shipId, page }, signal })
      const first = await read(1)
      const miners = [...first.miners]
      for (let page = 2; page <= (first.part?.pages ?? 1); page++) miners.push(...(await read(page)).miners)
      return { ...first, miners }
    },
    structuralSharing: false,
  })
}
