import { deskBankEndpoints } from '@shipminer/contract/desk-bank'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { requireOperator } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { actOnEntry, readBank, takeStatement } from './desk-bank.service.ts'

/** Bank statements at the desk. */
export function deskBankRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskBankEndpoints.deskBank, async (call) => {
    await requireOperator(deps, signedIn(call))
    return readBank(deps)
  })
  router.route(deskBankEndpoints.deskBankStatement, async (call) =>
    takeStatement(deps, await requireOperator(deps, signedIn(call)), call.body),
  )
  router.route(deskBankEndpoints.deskBankEntryAct, async (call) =>
    actOnEntry(deps, await requireOperator(deps, signedIn(call)), call.params.id, call.body),
  )
}
