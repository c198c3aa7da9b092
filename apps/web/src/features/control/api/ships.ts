import { environmentEndpoints } from '@shipminer/contract/environment'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { showZone } from '../../../lib/shown-zone.ts'

/** The caller's ships with what mines on them. */
export const miningShipsQuery = queryOptions({
  queryKey: ['fleet', 'ships'],
  queryFn: async ({ signal }) => {
    const { ships, timeZone } = await callEndpoint(environmentEndpoints.miningShips, { signal })
    showZone(timeZone)
    return ships
  },
  refetchInterval: 30_000,
})

/** @throws ApiError */
export async function assignController(
  id: string,
  change: { shipId?: string | null; name?: string },
): Promise<void> {
  await callEndpoint(environmentEndpoints.assignController, { params: { id }, body: change })
}
