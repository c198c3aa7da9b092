import { deskPayoutEndpoints } from '@shipminer/contract/desk-payouts'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { type Operator, requireOperator } from '../operators/operators.port.ts'
import { exportCsv, exportPsbt, suggestFee } from './payout-export.service.ts'
import { importTransaction, sendAgain } from './payout-import.service.ts'
import { payoutStatement } from './payout-statements.service.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { cancelRun, createRun, readPayouts, readRun } from './payouts.service.ts'

/** The weekly payout run, at the provider's desk. Every call begins with `operatorOf`. */
export function payoutRoutes(router: Router, deps: PayoutsDeps): void {
  const operatorOf = (call: { caller: Caller | null }): Promise<Operator> =>
    requireOperator(deps, signedIn(call))

  router.route(deskPayoutEndpoints.deskPayouts, async (call) => {
    await operatorOf(call)
    return readPayouts(deps)
  })
  router.route(deskPayoutEndpoints.deskPayoutCreate, async (call) =>
    createRun(deps, await operatorOf(call), call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutFee, async (call) => {
    await operatorOf(call)
    return suggestFee(deps)
  })
  router.route(deskPayoutEndpoints.deskPayoutRun, async (call) => {
    await operatorOf(call)
    return readRun(deps, call.params.id)
  })
  router.route(deskPayoutEndpoints.deskPayoutCsv, async (call) =>
    exportCsv(deps, await operatorOf(call), call.params.id),
  )
  router.route(deskPayoutEndpoints.deskPayoutPsbt, async (call) =>
    exportPsbt(deps, await operatorOf(call), call.params.id, call.body.feeRateMilliSat),
  )
  router.route(deskPayoutEndpoints.deskPayoutImport, async (call) =>
    importTransaction(deps, await operatorOf(call), call.params.id, call.body),
  )
  router.route(deskPayoutEndpoints.deskPayoutSend, async (call) =>
    sendAgain(deps, await operatorOf(call), call.params.id),
  )
  router.route(deskPayoutEndpoints.deskPayoutCancel, async (call) =>
    cancelRun(deps, await operatorOf(call), call.params.id, call.body.reason),
  )
  router.route(deskPayoutEndpoints.deskPayoutStatement, async (call) => {
    await operatorOf(call)
    const { filename, pdf } = await payoutStatement(deps, call.params.id, call.params.userId)
    return { filename, pdfBase64: Buffer.from(pdf).toString('base64') }
  })
}
