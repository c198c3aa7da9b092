import { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { readMails, retryAllMails, retryMail, setAsideMail } from './desk-mails.service.ts'

/** E-mails that have not gone, at the desk. */
export function deskMailRoutes(router: Router, deps: Pick<DeskDeps, 'store' | 'clock'>): void {
  router.route(deskMailEndpoints.deskMails, async () => readMails(deps))
  router.route(deskMailEndpoints.deskMailRetry, async (call) =>
    retryMail(deps, call.operator, call.params.id),
  )
  router.route(deskMailEndpoints.deskMailSetAside, async (call) =>
    setAsideMail(deps, call.operator, call.params.id, call.body.reason),
  )
  router.route(deskMailEndpoints.deskMailRetryAll, async (call) =>
    retryAllMails(deps, call.operator, call.body.reason),
  )
}
