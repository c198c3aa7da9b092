import { crewEndpoints } from '@shipminer/contract/account/crew'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import {
  acceptInvitation,
  type CrewDeps,
  changeRole,
  invite,
  leave,
  readCrew,
  readInvitation,
  removeMember,
  withdrawInvitation,
} from './crew.service.ts'

/** The crews of the caller's ships, and the caller's own place in those of others. */
export function crewRoutes(router: Router, deps: CrewDeps): void {
  router.route(crewEndpoints.shipCrew, (call) => readCrew(deps, requireCaller(call).userId, call.params.id))

  router.route(crewEndpoints.inviteCrew, (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, deps.clock())
    return invite(deps, caller.userId, call.params.id, call.body)
  })

  router.route(crewEndpoints.changeCrewRole, (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, deps.clock())
    return changeRole(deps, caller.userId, { ...call.params, ...call.body })
  })

  router.route(crewEndpoints.removeCrew, (call) =>
    removeMember(deps, requireCaller(call).userId, call.params),
  )

  router.route(crewEndpoints.withdrawInvitation, (call) =>
    withdrawInvitation(deps, requireCaller(call).userId, call.params),
  )

  router.route(crewEndpoints.readInvitation, (call) => readInvitation(deps, call.body.token))

  router.route(crewEndpoints.acceptInvitation, (call) =>
    acceptInvitation(deps, requireCaller(call).userId, call.body.token),
  )

  router.route(crewEndpoints.leaveCrew, async (call) => {
    await leave(deps, requireCaller(call).userId, call.params.id)
    return {}
  })
}
