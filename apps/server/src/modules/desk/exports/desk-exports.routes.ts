import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import {
  exportBoxes,
  exportControllers,
  exportCustomers,
  exportFaultReports,
  exportFleet,
  exportLeads,
  exportOffers,
  exportOpenEntries,
  exportOrders,
  exportPayments,
  exportRefunds,
} from './desk-exports.service.ts'

/** Lists of the desk as files. */
export function deskExportRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskExportEndpoints.deskOrdersExport, async (call) =>
    exportOrders(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskRefundsExport, async (call) =>
    exportRefunds(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskPaymentsExport, async (call) => exportPayments(deps, call.operator))
  router.route(deskExportEndpoints.deskBankExport, async (call) => exportOpenEntries(deps, call.operator))
  router.route(deskExportEndpoints.deskLeadsExport, async (call) =>
    exportLeads(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskOffersExport, async (call) =>
    exportOffers(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskFaultReportsExport, async (call) =>
    exportFaultReports(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskCustomersExport, async (call) =>
    exportCustomers(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskControllersExport, async (call) =>
    exportControllers(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskFleetExport, async (call) =>
    exportFleet(deps, call.operator, call.body),
  )
  router.route(deskExportEndpoints.deskBoxesExport, async (call) =>
    exportBoxes(deps, call.operator, call.body),
  )
}
