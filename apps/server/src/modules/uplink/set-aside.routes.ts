import { deskSetAsideEndpoints } from '@shipminer/contract/desk/set-aside'
import type { Router } from '../../platform/http/routing.ts'
import { readSetAside, type SetAsideDeps, settleSetAside } from './set-aside.service.ts'

/** What ships sent and no table takes, at the desk. */
export function setAsideRoutes(router: Router, deps: SetAsideDeps): void {
  router.route(deskSetAsideEndpoints.deskSetAside, async () => readSetAside(deps))
  router.route(deskSetAsideEndpoints.deskSetAsideAct, async (call) =>
    settleSetAside(deps, call.operator, Number(call.params.id), call.body),
  )
}
