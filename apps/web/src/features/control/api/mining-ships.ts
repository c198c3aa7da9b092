import { environmentEndpoints } from '@shipminer/contract/power/environment'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { showZone } from '../../../lib/format/shown-zone.ts'
import { live } from '../../../lib/live/live.ts'

/** How often they are asked for, ms; while their values come live only for what else is said of them. */
const lookMs = 30_000
const whileLiveMs = 10 * 60_000

/** The caller's ships with what mines on them. */
export const miningShipsQuery = queryOptions({
  queryKey: ['fleet', 'ships'],
  queryFn: async ({ signal }) => {
    const { ships, timeZone } = await callEndpoint(environmentEndpoints.miningShips, { signal })
    showZone(timeZone)
    return ships
  },
  refetchInterval: () => (live.getState().phase === 'live' ? whileLiveMs : lookMs),
})

/** @throws ApiError */
export async function assignController(
  id: string,
  change: { shipId?: string | null; name?: string },
): Promise<void> {
  await callEndpoint(environmentEndpoints.assignController, { params: { id }, body: change })
}
