import { miningEndpoints } from '@shipminer/contract/mining'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { Fleet } from './fleet.service.ts'

const periodSeconds = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const

export function fleetRoutes(
  router: Router,
  deps: { fleet: Fleet; clock: () => number; offlineAfterMs: number },
): void {
  const { fleet, clock, offlineAfterMs } = deps

  router.route(miningEndpoints.dashboardMiners, async (call) => {
    const list = await orDashboardError(() => fleet.miners(requireCaller(call).userId))
    return { serverTime: clock(), ...list }
  })

  router.route(miningEndpoints.miningDashboard, async (call) => {
    const overview = await orDashboardError(() => fleet.dashboard(requireCaller(call).userId))
    return { serverTime: clock(), offlineAfterMs, ...overview }
  })

  router.route(miningEndpoints.miningTrends, async (call) => ({
    serverTime: clock(),
    ...(await fleet.trends(requireCaller(call).userId, call.query.shipId)),
  }))

  router.route(miningEndpoints.miningDevices, async (call) => {
    const { miners } = await fleet.miners(requireCaller(call).userId)
    return { serverTime: clock(), devices: miners }
  })

  for (const endpoint of [miningEndpoints.dashboardMinerStats, miningEndpoints.miningDeviceStats]) {
    router.route(endpoint, async (call) => {
      const { period } = call.query
      return requireFound(
        await fleet.minerStats(
          requireCaller(call).userId,
          Number(call.params.id),
          period,
          periodSeconds[period],
        ),
      )
    })
  }

  const stats = async (
    ownerId: string,
    { period, device_id: deviceId }: { period: keyof typeof periodSeconds; device_id?: string | undefined },
  ) => ({
    serverTime: clock(),
    period,
    stats: requireFound(
      await fleet.stats(
        ownerId,
        periodSeconds[period],
        ...(deviceId === undefined ? [] : ([Number(deviceId)] as const)),
      ),
    ),
  })
  router.route(miningEndpoints.miningStats, async (call) => stats(requireCaller(call).userId, call.query))
  router.route(miningEndpoints.findMiningStats, async (call) => stats(requireCaller(call).userId, call.body))

  router.route(miningEndpoints.minerPerformance, async (call) => {
    const chart = requireFound(
      await fleet.performance(requireCaller(call).userId, Number(call.params.id), call.query.hours),
    )
    return { serverTime: clock(), ...chart }
  })
}

function requireFound<T>(value: T | null): T {
  if (value === null) throw new AppError('not-found')
  return value
}

/** A failure to read the dashboard is answered with the dashboard's own error; the cause is logged. */
export async function orDashboardError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('dashboard-unavailable', {}, { cause: error })
  }
}
