import { claimEndpoints } from '@shipminer/contract/account/claims'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { type ClaimDeps, claim, previewClaim } from './claims.service.ts'
import { enrol } from './enrolment.service.ts'

/** Looking up and claiming controllers by key, and their enrolment. */
export function claimRoutes(router: Router, deps: ClaimDeps): void {
  router.route(claimEndpoints.claimStatus, async ({ params, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const guesser = { ip: request.ip, userId: caller?.userId ?? null }
    return previewClaim(deps, { key: params.key, guesser })
  })

  router.route(claimEndpoints.claim, async (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, deps.clock())
    const guesser = { ip: call.request.ip, userId: caller.userId }
    return claim(deps, { key: call.body.claimKey, guesser })
  })

  router.route(claimEndpoints.enrol, async ({ body }) => enrol(deps, body))
}
