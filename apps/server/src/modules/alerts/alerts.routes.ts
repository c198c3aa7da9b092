import { alertEndpoints } from '@shipminer/contract/alerts'
import { RowIdSchema } from '@shipminer/contract/from-outside'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import {
  type AlertsDeps,
  advanceAlert,
  alertSettings,
  alertsOfMiner,
  pageOfAlerts,
  saveAlertSettings,
  subscribePush,
} from './alerts.service.ts'
import { linkTelegram, unlinkTelegram } from './telegram/telegram.service.ts'

/** Alerts of the caller's fleet, and how the caller is notified of them; those of others do not exist. */
export function alertRoutes(router: Router, deps: AlertsDeps): void {
  const readAlerts = async (
    userId: string,
    filter: {
      device_id?: string | undefined
      status?: 'open' | 'resolved' | 'all' | undefined
      after?: string | undefined
    },
  ) => ({
    serverTime: deps.clock(),
    ...(await pageOfAlerts(
      deps,
      userId,
      {
        status: filter.status ?? 'open',
        ...(filter.device_id === undefined ? {} : { minerId: Number(filter.device_id) }),
      },
      filter.after,
    )),
  })

  router.route(alertEndpoints.alerts, async (call) => readAlerts(requireCaller(call).userId, call.query))

  router.route(alertEndpoints.findAlerts, async (call) => readAlerts(requireCaller(call).userId, call.body))

  router.route(alertEndpoints.minerAlerts, async (call) => {
    const { userId } = requireCaller(call)
    const minerId = Number(RowIdSchema.safeParse(call.params.id).data ?? 0)
    const { status = 'all', after } = call.query
    return { serverTime: deps.clock(), ...(await alertsOfMiner(deps, userId, { minerId, status }, after)) }
  })

  router.route(alertEndpoints.acknowledgeAlert, async (call) => ({
    alert: await advanceAlert(deps, requireCaller(call), call.params.id, 'acknowledged'),
  }))

  router.route(alertEndpoints.resolveAlert, async (call) => ({
    alert: await advanceAlert(deps, requireCaller(call), call.params.id, 'resolved'),
  }))

  router.route(alertEndpoints.alertSettings, async (call) => alertSettings(deps, requireCaller(call).userId))

  router.route(alertEndpoints.saveAlertSettings, async (call) => {
    await saveAlertSettings(deps, requireCaller(call).userId, call.body)
    return {}
  })

  router.route(alertEndpoints.linkTelegram, async (call) => linkTelegram(deps, requireCaller(call).userId))

  router.route(alertEndpoints.unlinkTelegram, async (call) => {
    await unlinkTelegram(deps, requireCaller(call).userId)
    return {}
  })

  router.route(alertEndpoints.subscribePush, async (call) => {
    await subscribePush(deps, requireCaller(call).userId, call.body)
    return {}
  })
}
