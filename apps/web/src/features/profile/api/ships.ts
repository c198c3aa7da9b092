import { type Ship, type ShipInput, shipEndpoints } from '@shipminer/contract/ships'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const shipsQuery = queryOptions({
  queryKey: ['ships'],
  queryFn: async ({ signal }) => (await callEndpoint(shipEndpoints.ships, { signal })).ships,
})

/** The ships of the signed-in person, oldest first. */
export function useShips() {
  return useQuery(shipsQuery)
}

/** Calls that change ships; each keeps the list in the cache true. All throw `ApiError`. */
export function useShipChanges() {
  const client = useQueryClient()
  const change = (how: (ships: Ship[]) => Ship[]) =>
    client.setQueryData(shipsQuery.queryKey, (ships) => how(ships ?? []))
  return {
    async add(body: ShipInput): Promise<void> {
      const { ship } = await callEndpoint(shipEndpoints.addShip, { body })
      change((ships) => [...ships, ship])
    },
    async update(id: string, body: ShipInput): Promise<void> {
      const { ship } = await callEndpoint(shipEndpoints.updateShip, { params: { id }, body })
      change((ships) => ships.map((known) => (known.id === id ? ship : known)))
    },
    async remove(id: string): Promise<void> {
      await callEndpoint(shipEndpoints.removeShip, { params: { id } })
      change((ships) => ships.filter((known) => known.id !== id))
    },
  }
}
