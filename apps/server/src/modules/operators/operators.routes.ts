import { deskEndpoints } from '@shipminer/contract/desk'
import { deskPeopleEndpoints } from '@shipminer/contract/desk-people'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { AccountMailDeps } from '../users/users.port.ts'
import { readAudit } from './audit.service.ts'
import { type OperatorDeps, proveSecondFactor } from './operators.service.ts'
import { changeRole, endSessions, listPeople } from './people.service.ts'
import { makeRecoveryCodes, readRecoveryCodes } from './recovery-codes.service.ts'

/** Second factors, roles and sessions of operators, and the log of what operators did. */
export function operatorRoutes(
  router: Router,
  deps: OperatorDeps &
    AccountMailDeps & {
      guesses: Guesses
      sessions: Pick<Sessions, 'revokeAll'>
      randomBytes: (count: number) => Uint8Array
    },
): void {
  router.route(deskEndpoints.deskSecondFactor, async (call) =>
    proveSecondFactor(deps, requireCaller(call), { code: call.body.code, ip: call.request.ip }),
  )
  router.route(deskPeopleEndpoints.deskRecoveryCodes, async (call) => readRecoveryCodes(deps, call.operator))
  router.route(deskPeopleEndpoints.deskMakeRecoveryCodes, async (call) =>
    makeRecoveryCodes(deps, call.operator),
  )
  router.route(deskPeopleEndpoints.deskPeople, async (call) => listPeople(deps, requireCaller(call)))
  router.route(deskPeopleEndpoints.deskPersonRole, async (call) => {
    await changeRole(deps, call.operator, { userId: call.params.id, ...call.body })
    return listPeople(deps, requireCaller(call))
  })
  router.route(deskPeopleEndpoints.deskPersonSessionsEnd, async (call) => {
    const { session = null, reason } = call.body
    const caller = requireCaller(call)
    await endSessions(deps, { operator: call.operator, caller }, { userId: call.params.id, session, reason })
    return listPeople(deps, caller)
  })
  router.route(deskEndpoints.deskAudit, async (call) => readAudit(deps, call.query.before ?? null))
}
