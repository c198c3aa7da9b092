import { releaseEndpoints } from '@shipminer/contract/releases'
import type { Router } from '../../platform/http/routing.ts'
import type { Releases } from './create-releases.ts'

/** Releases at the provider's desk. */
export function releaseRoutes(router: Router, releases: Releases): void {
  router.route(releaseEndpoints.deskReleases, async () => releases.read())
  router.route(releaseEndpoints.deskStartRollout, async (call) =>
    releases.startForOperator(call.operator, call.body),
  )
  router.route(releaseEndpoints.deskRolloutAct, async (call) =>
    releases.actForOperator(call.operator, call.params.id, call.body),
  )
}
