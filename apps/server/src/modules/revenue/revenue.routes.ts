import { deskPoolEndpoints } from '@shipminer/contract/desk/pools'
import { revenueEndpoints } from '@shipminer/contract/revenue'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { importPoolFile } from './imports/desk-imports.service.ts'
import {
  addAddress,
  bookAddress,
  listAddresses,
  type PoolAddressDeps,
  removeAddress,
} from './pool-addresses/pool-addresses.service.ts'
import type { Revenue } from './revenue.service.ts'

/** Revenue of the signed-in owner, and at the desk what pools paid. */
export function revenueRoutes(
  router: Router,
  deps: PoolAddressDeps & {
    revenue: Revenue
    statement(userId: string, month: string): Promise<{ filename: string; pdf: Uint8Array }>
  },
): void {
  const { revenue, clock } = deps

  router.route(revenueEndpoints.revenue, async (call) => ({
    serverTime: clock(),
    ...(await revenue.summary(requireCaller(call).userId)),
  }))

  router.route(revenueEndpoints.revenueAnalysis, async (call) => ({
    serverTime: clock(),
    ...(await revenue.analysis(requireCaller(call).userId, call.query)),
  }))

  router.route(revenueEndpoints.revenueStatement, async (call) => {
    const { filename, pdf } = await deps.statement(requireCaller(call).userId, call.query.month)
    return { filename, pdfBase64: Buffer.from(pdf).toString('base64') }
  })

  router.route(deskPoolEndpoints.deskPoolImport, async (call) =>
    importPoolFile(deps, call.operator, call.body),
  )

  router.route(deskPoolEndpoints.deskPoolAddresses, () => listAddresses(deps))
  router.route(deskPoolEndpoints.deskPoolAddressAdd, (call) => addAddress(deps, call.operator, call.body))
  router.route(deskPoolEndpoints.deskPoolAddressBook, (call) =>
    bookAddress(deps, call.operator, call.params.id),
  )
  router.route(deskPoolEndpoints.deskPoolAddressRemove, (call) =>
    removeAddress(deps, call.operator, call.params.id),
  )
}
