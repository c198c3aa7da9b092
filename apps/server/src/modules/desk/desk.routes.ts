import { deskEndpoints } from '@shipminer/contract/desk'
import type { Caller } from '../../platform/auth/authenticator.ts'
import { type Router, signedIn } from '../../platform/http/routing.ts'
import { type Operator, requireOperator } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { deskBankRoutes } from './desk-bank.routes.ts'
import { actOnController, createControllers, listControllers } from './desk-controllers.service.ts'
import { printPackingSlip, readDocument } from './desk-documents.service.ts'
import { deskFleetRoutes } from './desk-fleet.routes.ts'
import { actOnLead, listLeads } from './desk-leads.service.ts'
import { actOnOrder, listOrders, readDeskOrder } from './desk-orders.service.ts'
import { decidePayment, readPayments } from './desk-payments.service.ts'
import { listRefunds } from './desk-refunds.service.ts'
import { readToday } from './desk-today.service.ts'

/** The provider's desk. Every call begins with `operatorOf`. */
export function deskRoutes(router: Router, deps: DeskDeps): void {
  const operatorOf = (call: { caller: Caller | null }): Promise<Operator> =>
    requireOperator(deps, signedIn(call))

  deskBankRoutes(router, deps)
  deskFleetRoutes(router, deps)
  router.route(deskEndpoints.deskToday, async (call) => {
    await operatorOf(call)
    return readToday(deps)
  })
  router.route(deskEndpoints.deskOrders, async (call) => {
    await operatorOf(call)
    return listOrders(deps, call.query)
  })
  router.route(deskEndpoints.deskOrder, async (call) => {
    await operatorOf(call)
    return readDeskOrder(deps, call.params.id)
  })
  router.route(deskEndpoints.deskOrderAct, async (call) =>
    actOnOrder(deps, await operatorOf(call), call.params.id, call.body),
  )
  router.route(deskEndpoints.deskOrderDocument, async (call) => {
    await operatorOf(call)
    return readDocument(deps, call.params.id, call.params.number)
  })
  router.route(deskEndpoints.deskPackingSlip, async (call) => {
    await operatorOf(call)
    return printPackingSlip(deps, call.params.id)
  })
  router.route(deskEndpoints.deskRefunds, async (call) => {
    await operatorOf(call)
    return listRefunds(deps, call.query)
  })
  router.route(deskEndpoints.deskPayments, async (call) => {
    await operatorOf(call)
    return readPayments(deps)
  })
  router.route(deskEndpoints.deskPaymentDecide, async (call) =>
    decidePayment(deps, await operatorOf(call), call.params.id, call.body),
  )
  router.route(deskEndpoints.deskLeads, async (call) => {
    await operatorOf(call)
    return listLeads(deps, call.query)
  })
  router.route(deskEndpoints.deskLeadAct, async (call) =>
    actOnLead(deps, await operatorOf(call), call.params.id, call.body),
  )
  router.route(deskEndpoints.deskControllers, async (call) => {
    await operatorOf(call)
    return { serverTime: deps.clock(), controllers: await listControllers(deps) }
  })
  router.route(deskEndpoints.deskCreateControllers, async (call) =>
    createControllers(deps, await operatorOf(call), call.body),
  )
  router.route(deskEndpoints.deskControllerAct, async (call) =>
    actOnController(deps, await operatorOf(call), call.params.id, call.body),
  )
}
