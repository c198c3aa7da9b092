import { deskEndpoints } from '@shipminer/contract/desk'
import type { GuessLimiter } from '../../platform/auth/guess-limiter.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { readAudit } from './audit.service.ts'
import { type OperatorDeps, proveSecondFactor } from './operators.service.ts'

/** Second factors of operators, and the log of what operators did. */
export function operatorRoutes(router: Router, deps: OperatorDeps & { guesses: GuessLimiter }): void {
  router.route(deskEndpoints.deskSecondFactor, async (call) =>
    proveSecondFactor(deps, requireCaller(call), call.body.code),
  )
  router.route(deskEndpoints.deskAudit, async (call) => readAudit(deps, call.query.before ?? null))
}
