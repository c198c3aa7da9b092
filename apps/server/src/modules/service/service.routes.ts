import { deskDiagnosticEndpoints } from '@shipminer/contract/desk/diagnostics'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { actOnDeskReport, listDeskReports, readDeskReport } from './desk-reports.service.ts'
import { listDiagnostics, readDiagnostics, takeDiagnostics } from './diagnostics/diagnostics.service.ts'
import {
  actOnMyReport,
  countMyUnread,
  listMyReports,
  markMyReportRead,
  openReport,
  previewReport,
  readMyReport,
} from './own-reports.service.ts'
import type { ServiceDeps } from './service.deps.ts'

/** Fault reports: of the caller, and at the provider's desk. */
export function serviceRoutes(router: Router, deps: ServiceDeps): void {
  router.route(serviceEndpoints.faultReports, async (call) => listMyReports(deps, requireCaller(call).userId))
  router.route(serviceEndpoints.faultReportsUnread, async (call) =>
    countMyUnread(deps, requireCaller(call).userId),
  )
  router.route(serviceEndpoints.faultReportPreview, async (call) =>
    previewReport(deps, requireCaller(call).userId, call.query),
  )
  router.route(serviceEndpoints.openFaultReport, async (call) =>
    openReport(deps, requireCaller(call).userId, call.body, call.request.headers['idempotency-key']),
  )
  router.route(serviceEndpoints.faultReport, async (call) =>
    readMyReport(deps, requireCaller(call).userId, call.params.id),
  )
  router.route(serviceEndpoints.actOnFaultReport, async (call) =>
    actOnMyReport(
      deps,
      requireCaller(call).userId,
      call.params.id,
      call.body,
      call.request.headers['idempotency-key'],
    ),
  )
  router.route(serviceEndpoints.readFaultReport, async (call) =>
    markMyReportRead(deps, requireCaller(call).userId, call.params.id, Number(call.body.messageId)),
  )

  router.route(serviceEndpoints.deskFaultReports, async (call) => listDeskReports(deps, call.query))
  router.route(serviceEndpoints.deskFaultReport, async (call) =>
    readDeskReport(deps, call.operator, call.params.id),
  )
  router.route(serviceEndpoints.deskFaultReportAct, async (call) =>
    actOnDeskReport(deps, call.operator, call.params.id, call.body),
  )

  router.route(deskDiagnosticEndpoints.deskDiagnostics, async (call) => listDiagnostics(deps, call.query))
  router.route(deskDiagnosticEndpoints.deskDiagnosticSet, async (call) =>
    readDiagnostics(deps, call.operator, call.params.id),
  )
  router.route(deskDiagnosticEndpoints.deskTakeDiagnostics, async (call) =>
    takeDiagnostics(deps, call.operator, call.body),
  )
}
