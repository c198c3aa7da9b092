import { type FuelSettings, fuelEndpoints } from '@shipminer/contract/power/fuel'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const refreshMs = 60_000

/** When a ship's miners run for their fuel, and the fuel of the last week. */
export function fuelQuery(shipId: string) {
  return queryOptions({
    queryKey: ['power', shipId, 'fuel'],
    queryFn: ({ signal }) => callEndpoint(fuelEndpoints.shipFuel, { params: { id: shipId }, signal }),
    refetchInterval: refreshMs,
  })
}

export type FuelAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof fuelQuery>['queryFn']>>>

/** @throws ApiError */
export async function saveFuelSettings(shipId: string, settings: FuelSettings): Promise<FuelSettings> {
  const answer = await callEndpoint(fuelEndpoints.saveShipFuel, { params: { id: shipId }, body: settings })
  return answer.settings
}
