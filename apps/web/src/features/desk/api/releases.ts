import { releaseEndpoints } from '@shipminer/contract/releases'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'
import type { RolloutPlan } from '../lib/rollout-form.ts'

const lookMs = 10_000

/** Releases of the controller, and the status of each ship. */
export const releasesQuery = queryOptions({
  queryKey: ['desk', 'releases'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(releaseEndpoints.deskReleases, { signal })),
  refetchInterval: lookMs,
})
export type ReleasesAnswer = Awaited<ReturnType<NonNullable<typeof releasesQuery.queryFn>>>

/** @throws ApiError */
export async function startRollout(plan: RolloutPlan, reason: string): Promise<void> {
  await callEndpoint(releaseEndpoints.deskStartRollout, { body: { ...plan, reason } })
}

export type RolloutAction = 'pause' | 'resume' | 'withdraw'

/** @throws ApiError */
export async function actOnRollout(id: string, action: RolloutAction, reason: string): Promise<void> {
  await callEndpoint(releaseEndpoints.deskRolloutAct, { params: { id }, body: { action, reason } })
}
