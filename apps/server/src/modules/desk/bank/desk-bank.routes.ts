import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { actOnEntry, readBank, readStatementImport, takeStatement } from './desk-bank.service.ts'

/** Bank statements at the desk. */
export function deskBankRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskBankEndpoints.deskBank, async (call) => readBank(deps, call.query))
  router.route(deskBankEndpoints.deskBankStatement, async (call) =>
    takeStatement(deps, call.operator, call.body),
  )
  router.route(deskBankEndpoints.deskBankImport, async (call) => readStatementImport(deps, call.params.id))
  router.route(deskBankEndpoints.deskBankEntryAct, async (call) =>
    actOnEntry(deps, call.operator, call.params.id, call.body),
  )
}
