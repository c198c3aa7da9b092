import { deskProposalEndpoints } from '@shipminer/contract/desk/proposals'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { confirmAccount, withdrawProposal } from './desk-proposals.service.ts'

/** Confirms and takes back what waits for a second operator; Today shows it. */
export function deskProposalRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskProposalEndpoints.deskProposalWithdraw, async (call) =>
    withdrawProposal(deps, call.operator, call.params, call.body.reason),
  )
  router.route(deskProposalEndpoints.deskAccountConfirm, async (call) =>
    confirmAccount(deps, call.operator, { ...call.params, ...call.body }),
  )
}
