import { releaseEndpoints } from '@shipminer/contract/releases'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { type Operator, type OperatorDeps, requireOperator } from '../operators/operators.port.ts'
import type { Releases } from './create-releases.ts'

/** Releases at the provider's desk. Every call begins with `operatorOf`. */
export function releaseRoutes(router: Router, deps: OperatorDeps & { releases: Releases }): void {
  const { releases } = deps
  const operatorOf = (call: { caller: Caller | null }): Promise<Operator> =>
    requireOperator(deps, signedIn(call))

  router.route(releaseEndpoints.deskReleases, async (call) => {
    await operatorOf(call)
    return releases.read()
  })
  router.route(releaseEndpoints.deskStartRollout, async (call) =>
    releases.start(await operatorOf(call), call.body),
  )
  router.route(releaseEndpoints.deskRolloutAct, async (call) => {
    await releases.act(await operatorOf(call), call.params.id, call.body)
    return {}
  })
}
