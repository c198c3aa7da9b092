import { deskSetAsideEndpoints } from '@shipminer/contract/desk/set-aside'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

/** What ships sent and no table takes. */
export const setAsideQuery = queryOptions({
  queryKey: ['desk', 'set-aside'],
  queryFn: async ({ signal }) =>
    withOffset(await callEndpoint(deskSetAsideEndpoints.deskSetAside, { signal })),
  refetchInterval: 60_000,
})

export type SetAsideAction = 'seen' | 'retry'

/** @returns rows that still cannot be stored. @throws ApiError */
export async function settleSetAside(id: number, action: SetAsideAction, reason: string): Promise<number> {
  const params = { id: String(id) }
  return (await callEndpoint(deskSetAsideEndpoints.deskSetAsideAct, { params, body: { action, reason } }))
    .left
}
