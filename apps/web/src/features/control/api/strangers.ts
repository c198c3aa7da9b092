import { strangerEndpoints } from '@shipminer/contract/control/strangers'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What answers on miners' ports of one ship and is not known. */
export function shipStrangersQuery(shipId: string) {
  return queryOptions({
    queryKey: ['fleet', 'ship', shipId, 'strangers'],
    queryFn: async ({ signal }) =>
      (await callEndpoint(strangerEndpoints.shipStrangers, { params: { id: shipId }, signal })).strangers,
    refetchInterval: 60_000,
  })
}

/** @throws ApiError */
export async function noteStranger(
  id: string,
  note: { name: string | null; isWatched: boolean },
): Promise<void> {
  await callEndpoint(strangerEndpoints.noteStranger, { params: { id }, body: note })
}
