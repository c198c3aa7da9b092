import { deskEndpoints } from '@shipminer/contract/desk'
import { deskCorrectionEndpoints } from '@shipminer/contract/desk/correction'
import { deskSearchEndpoints } from '@shipminer/contract/desk/search'
import { deskVatEndpoints } from '@shipminer/contract/desk/vat'
import { deskWorkEndpoints } from '@shipminer/contract/desk/work'
import type { Router } from '../../platform/http/routing.ts'
import { deskBankRoutes } from './bank/desk-bank.routes.ts'
import { deskCalendarRoutes } from './calendar/calendar.routes.ts'
import { deskCustomerRoutes } from './customers/customers.routes.ts'
import type { DeskDeps } from './desk.deps.ts'
import { actOnLead, listLeads, readLead } from './desk-leads.service.ts'
import {
  actOnOrder,
  chooseOrderVat,
  correctBuyer,
  listOrders,
  previewCorrection,
  readDeskOrder,
} from './desk-orders.service.ts'
import { decidePayment, readPayments } from './desk-payments.service.ts'
import { listRefunds } from './desk-refunds.service.ts'
import { deskExportRoutes } from './exports/desk-exports.routes.ts'
import { claimJob } from './fleet/desk-claims.service.ts'
import { actOnController, createControllers, listControllers } from './fleet/desk-controllers.service.ts'
import { deskFleetRoutes } from './fleet/desk-fleet.routes.ts'
import type { FleetTotals } from './fleet/desk-fleet.service.ts'
import { deskMailRoutes } from './mails/desk-mails.routes.ts'
import {
  printPackingSlip,
  readDocument,
  readEInvoice,
  resendDocument,
  sendPackingSlip,
} from './papers/desk-documents.service.ts'
import { deskProposalRoutes } from './proposals/proposals.routes.ts'
import { searchDesk } from './search/desk-search.service.ts'
import { deskStockRoutes } from './stock/stock.routes.ts'
import { readToday } from './today/desk-today.service.ts'

/** The provider's desk. */
export function deskRoutes(router: Router, deps: DeskDeps, totals: FleetTotals): void {
  deskBankRoutes(router, deps)
  deskFleetRoutes(router, deps, totals)
  deskStockRoutes(router, deps)
  deskCalendarRoutes(router, deps)
  deskProposalRoutes(router, deps)
  deskMailRoutes(router, deps)
  deskExportRoutes(router, deps)
  deskCustomerRoutes(router, deps)
  router.route(deskWorkEndpoints.deskToday, async (call) => readToday(deps, call.operator))
  router.route(deskWorkEndpoints.deskJobClaim, async (call) =>
    claimJob(deps, call.operator, call.params.job, call.body),
  )
  router.route(deskSearchEndpoints.deskSearch, async (call) =>
    searchDesk(deps, call.operator, call.query.text),
  )
  router.route(deskEndpoints.deskOrders, async (call) => listOrders(deps, call.query))
  router.route(deskEndpoints.deskOrder, async (call) => readDeskOrder(deps, call.operator, call.params.id))
  router.route(deskEndpoints.deskOrderAct, async (call) =>
    actOnOrder(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskVatEndpoints.deskOrderVat, async (call) =>
    chooseOrderVat(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCorrectionEndpoints.deskOrderCorrectionPreview, async (call) =>
    previewCorrection(deps, call.params.id, call.body),
  )
  router.route(deskCorrectionEndpoints.deskOrderCorrection, async (call) =>
    correctBuyer(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskEndpoints.deskOrderDocument, async (call) =>
    readDocument(deps, call.operator, call.params.id, call.params.number),
  )
  router.route(deskEndpoints.deskOrderEInvoice, async (call) =>
    readEInvoice(deps, call.operator, call.params.id, call.params.number),
  )
  router.route(deskEndpoints.deskOrderDocumentResend, async (call) =>
    resendDocument(deps, call.operator, call.params.id, call.params.number),
  )
  router.route(deskEndpoints.deskPackingSlip, async (call) =>
    printPackingSlip(deps, call.operator, call.params.id),
  )
  router.route(deskEndpoints.deskPackingSlipSend, async (call) =>
    sendPackingSlip(deps, call.operator, call.params.id),
  )
  router.route(deskEndpoints.deskRefunds, async (call) => listRefunds(deps, call.query))
  router.route(deskEndpoints.deskPayments, async (call) => readPayments(deps, call.query))
  router.route(deskEndpoints.deskPaymentDecide, async (call) =>
    decidePayment(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskEndpoints.deskLeads, async (call) => listLeads(deps, call.query))
  router.route(deskEndpoints.deskLead, async (call) => readLead(deps, call.operator, call.params.id))
  router.route(deskEndpoints.deskLeadAct, async (call) =>
    actOnLead(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskEndpoints.deskControllers, async (call) => listControllers(deps, call.query))
  router.route(deskEndpoints.deskCreateControllers, async (call) =>
    createControllers(deps, call.operator, call.body),
  )
  router.route(deskEndpoints.deskControllerAct, async (call) =>
    actOnController(deps, call.operator, call.params.id, call.body),
  )
}
