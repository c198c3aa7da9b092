import { deskRefundRunEndpoints } from '@shipminer/contract/desk/refund-runs'
import type { Router } from '../../platform/http/routing.ts'
import { makeRunPsbt } from './refund-run-psbt.service.ts'
import {
  cancelRun,
  createRun,
  listRuns,
  markPaid,
  type RefundRunDeps,
  readFile,
} from './refund-runs.service.ts'

/** Refunds that are paid together, at the provider's desk. */
export function refundRunRoutes(router: Router, deps: RefundRunDeps): void {
  router.route(deskRefundRunEndpoints.deskRefundRuns, async () => ({ runs: await listRuns(deps) }))
  router.route(deskRefundRunEndpoints.deskRefundRunCreate, async ({ operator, body }) =>
    createRun(deps, operator, body.way),
  )
  router.route(deskRefundRunEndpoints.deskRefundRunFile, async ({ operator, params }) =>
    readFile(deps, operator, params.id),
  )
  router.route(deskRefundRunEndpoints.deskRefundRunPsbt, async ({ operator, params, body }) =>
    makeRunPsbt(deps, operator, params.id, body.feeRateMilliSat),
  )
  router.route(deskRefundRunEndpoints.deskRefundRunPaid, async ({ operator, params, body }) => ({
    runs: await markPaid(deps, operator, params.id, body),
  }))
  router.route(deskRefundRunEndpoints.deskRefundRunCancel, async ({ operator, params }) => ({
    runs: await cancelRun(deps, operator, params.id),
  }))
}
