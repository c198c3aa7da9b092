import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { deskMergeEndpoints } from '@shipminer/contract/desk/merge'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import {
  deleteCustomer,
  exportCustomer,
  listCustomers,
  mergeCustomers,
  previewCustomerMerge,
  readCustomer,
  resendMail,
  writeNote,
} from './customers.service.ts'

/** People and companies with what belongs to them. */
export function deskCustomerRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskCustomerEndpoints.deskCustomers, async (call) => listCustomers(deps, call.query))
  router.route(deskCustomerEndpoints.deskCustomer, async (call) =>
    readCustomer(deps, call.operator, call.params.id),
  )
  router.route(deskCustomerEndpoints.deskCustomerNote, async (call) =>
    writeNote(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCustomerEndpoints.deskCustomerExport, async (call) =>
    exportCustomer(deps, call.operator, call.params.id),
  )
  router.route(deskCustomerEndpoints.deskCustomerDelete, async (call) => {
    await deleteCustomer(deps, call.operator, call.params.id, call.body)
    return {}
  })
  router.route(deskMergeEndpoints.deskCustomerMergePreview, async (call) =>
    previewCustomerMerge(deps, call.params.id, call.body),
  )
  router.route(deskMergeEndpoints.deskCustomerMerge, async (call) =>
    mergeCustomers(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCustomerEndpoints.deskMailResend, async (call) =>
    resendMail(deps, call.operator, call.params.id, call.params.mail),
  )
}
