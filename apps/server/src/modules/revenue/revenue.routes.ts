import { revenueEndpoints } from '@shipminer/contract/revenue'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { Revenue } from './revenue.service.ts'

/** Revenue of the signed-in owner. */
export function revenueRoutes(
  router: Router,
  deps: {
    revenue: Revenue
    clock: () => number
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
}
