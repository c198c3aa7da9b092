import { deskMailingEndpoints } from '@shipminer/contract/desk/mailings'
import type { Router } from '../../platform/http/routing.ts'
import { previewLeft, resumeMailing } from './continue-mailing.ts'
import type { MailingDeps } from './mailings.deps.ts'
import { endMailing, noteReturned, previewMailing, readMailings, sendMailing } from './mailings.service.ts'

export function mailingRoutes(router: Router, deps: MailingDeps): void {
  router.route(deskMailingEndpoints.deskMailings, async () => readMailings(deps))
  router.route(deskMailingEndpoints.deskMailingPreview, async ({ body }) => previewMailing(deps, body))
  router.route(deskMailingEndpoints.deskMailingSend, async ({ operator, body, request }) =>
    sendMailing(deps, operator, body, request.headers['idempotency-key']),
  )
  router.route(deskMailingEndpoints.deskMailingStop, async ({ operator, params, body }) =>
    endMailing(deps, operator, params.id, body.reason),
  )
  router.route(deskMailingEndpoints.deskMailingLeft, async ({ params }) => previewLeft(deps, params.id))
  router.route(deskMailingEndpoints.deskMailingContinue, async ({ operator, params }) =>
    resumeMailing(deps, operator, params.id),
  )
  router.route(deskMailingEndpoints.deskMailingReturned, async ({ operator, body }) =>
    noteReturned(deps, operator, body.emails),
  )
}
