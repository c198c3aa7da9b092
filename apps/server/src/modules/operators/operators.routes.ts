import { deskEndpoints } from '@shipminer/contract/desk'
import { deskPasskeyEndpoints } from '@shipminer/contract/desk/passkeys'
import { deskPeopleEndpoints } from '@shipminer/contract/desk/people'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { AccountMailDeps } from '../users/users.port.ts'
import { exportAudit, readAudit } from './audit.service.ts'
import { type OperatorDeps, proveSecondFactor } from './operators.service.ts'
import {
  addPasskey,
  askForPasskey,
  offerPasskey,
  type PasskeyDeps,
  provePasskey,
  readPasskeys,
  removePasskey,
} from './passkeys.service.ts'
import { changeRole, endSessions, listPeople } from './people.service.ts'
import { makeRecoveryCodes, readRecoveryCodes } from './recovery-codes.service.ts'

/** Second factors, roles and sessions of operators, and the log of what operators did. */
export function operatorRoutes(
  router: Router,
  deps: OperatorDeps &
    PasskeyDeps &
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
  router.route(deskPasskeyEndpoints.deskPasskeys, async (call) => readPasskeys(deps, call.operator))
  router.route(deskPasskeyEndpoints.deskPasskeyOptions, async (call) => ({
    options: await offerPasskey(deps, call.operator, requireCaller(call)),
  }))
  router.route(deskPasskeyEndpoints.deskPasskeyAdd, async (call) =>
    addPasskey(deps, call.operator, requireCaller(call), call.body),
  )
  router.route(deskPasskeyEndpoints.deskPasskeyRemove, async (call) =>
    removePasskey(deps, call.operator, call.params.id),
  )
  router.route(deskPasskeyEndpoints.deskPasskeyRequest, async (call) => ({
    options: await askForPasskey(deps, requireCaller(call)),
  }))
  router.route(deskPasskeyEndpoints.deskPasskeyProve, async (call) =>
    provePasskey(deps, requireCaller(call), { signed: call.body.credential, ip: call.request.ip }),
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
  router.route(deskEndpoints.deskAudit, async (call) => readAudit(deps, call.query))
  router.route(deskEndpoints.deskAuditExport, async (call) => exportAudit(deps, call.operator, call.body))
}
