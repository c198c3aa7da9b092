import { claimEndpoints } from '@shipminer/contract/claims'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { createGuessLimiter } from '../../platform/auth/guess-limiter.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { type ClaimDeps, claim, previewClaim } from './claims.service.ts'
import { enrol } from './enrolment.service.ts'

/** Wrong keys a client or a user may submit, over both calls together. */
const guessing = { max: 10, windowMs: 60_000 }

/** Looking up and claiming controllers by key, and their enrolment. */
export function claimRoutes(router: Router, deps: Omit<ClaimDeps, 'guesses'>): void {
  const claims: ClaimDeps = { ...deps, guesses: createGuessLimiter({ clock: deps.clock, ...guessing }) }

  router.route(claimEndpoints.claimStatus, async ({ params, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const guesser = { ip: request.ip, userId: caller?.userId ?? null }
    return previewClaim(claims, { key: params.key, guesser })
  })

  router.route(claimEndpoints.claim, async (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, deps.clock())
    const guesser = { ip: call.request.ip, userId: caller.userId }
    return claim(claims, { key: call.body.claimKey, guesser })
  })

  router.route(claimEndpoints.enrol, async ({ body }) => enrol(deps, body))
}
