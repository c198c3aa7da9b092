import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { deskPoolEndpoints } from '@shipminer/contract/desk/pools'
import type { Router } from '../../platform/http/routing.ts'
import {
  describePool,
  forgetPool,
  readPayoutOwner,
  recordByHand,
  takeBack,
} from './by-hand/by-hand.service.ts'
import { exportCsv, exportPsbt, suggestFee } from './payout-export.service.ts'
import { importTransaction, sendAgain } from './payout-import.service.ts'
import { exportOwners, exportRuns } from './payout-lists.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { cancelRun, createRun, readPayouts, readRun } from './payouts.service.ts'
import { sendStatementAgain } from './statements/payout-mails.ts'
import { payoutStatement } from './statements/payout-statements.service.ts'

/** The weekly payout run, at the provider's desk. */
export function payoutRoutes(router: Router, deps: PayoutsDeps): void {
  router.route(deskPayoutEndpoints.deskPayouts, async (call) => readPayouts(deps, call.query))
  router.route(deskPayoutEndpoints.deskPayoutCreate, async (call) =>
    createRun(deps, call.operator, call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutOwnersExport, async (call) =>
    exportOwners(deps, call.operator, call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutRunsExport, async (call) =>
    exportRuns(deps, call.operator, call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutFee, async () => suggestFee(deps))
  router.route(deskPayoutEndpoints.deskPayoutRun, async (call) => readRun(deps, call.params.id))
  router.route(deskPayoutEndpoints.deskPayoutCsv, async (call) =>
    exportCsv(deps, call.operator, call.params.id),
  )
  router.route(deskPayoutEndpoints.deskPayoutPsbt, async (call) =>
    exportPsbt(deps, call.operator, call.params.id, call.body.feeRateMilliSat),
  )
  router.route(deskPayoutEndpoints.deskPayoutImport, async (call) =>
    importTransaction(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutSend, async (call) =>
    sendAgain(deps, call.operator, call.params.id),
  )
  router.route(deskPayoutEndpoints.deskPayoutCancel, async (call) =>
    cancelRun(deps, call.operator, call.params.id, call.body.reason),
  )
  router.route(deskPayoutEndpoints.deskPayoutStatement, async (call) => {
    const { filename, pdf } = await payoutStatement(deps, call.params.id, call.params.userId)
    return { filename, pdfBase64: Buffer.from(pdf).toString('base64') }
  })
  router.route(deskPayoutEndpoints.deskPayoutStatementSend, async (call) =>
    sendStatementAgain(deps, call.operator, call.params.id, call.params.userId),
  )

  router.route(deskPoolEndpoints.deskPayoutOwner, async (call) =>
    readPayoutOwner(deps, call.params.userId, call.query),
  )
  router.route(deskPoolEndpoints.deskReceiptTakeBack, async (call) =>
    takeBack(deps, call.operator, call.params, call.body.reason),
  )
  router.route(deskPoolEndpoints.deskPayoutRecord, async (call) =>
    recordByHand(deps, call.operator, call.params.userId, call.body),
  )
  router.route(deskPoolEndpoints.deskPoolDescribe, async (call) =>
    describePool(deps, call.operator, call.params.userId, call.body),
  )
  router.route(deskPoolEndpoints.deskPoolForget, async (call) =>
    forgetPool(deps, call.operator, call.params.userId, call.body),
  )
}
