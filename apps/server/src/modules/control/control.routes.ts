import { controlEndpoints } from '@shipminer/contract/control'
import { deviceLoginEndpoints } from '@shipminer/contract/control/device-logins'
import { strangerEndpoints } from '@shipminer/contract/control/strangers'
import { requireFreshSession } from '../../platform/auth/fresh-session.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { presentEntry } from './control.presenter.ts'
import type { createControl } from './control.service.ts'

const pageLength = 100

/** Control, configuration and history of the caller's miners; those of others do not exist. */
export function controlRoutes(
  router: Router,
  deps: { control: Awaited<ReturnType<typeof createControl>>; clock: () => number },
): void {
  const { control, clock } = deps

  router.route(controlEndpoints.controlMiner, async (call) => {
    const caller = requireCaller(call)
    const { action, parameters = {}, commandId } = call.body
    // Another pool redirects the earnings: only a user who recently proved to be present may do that.
    if (action === 'set-pools') requireFreshSession(caller, clock())
    return {
      command: await control.control(caller, Number(call.params.id), action, parameters, commandId),
    }
  })

  router.route(controlEndpoints.restoreMiner, async (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, clock())
    return { command: await control.restore(caller, Number(call.params.id), call.body.commandId) }
  })

  router.route(controlEndpoints.minerControl, async (call) => ({
    serverTime: clock(),
    ...(await control.state(requireCaller(call), Number(call.params.id))),
  }))

  router.route(controlEndpoints.configureMiner, async (call) => {
    const caller = requireCaller(call)
    if (call.body.pools) requireFreshSession(caller, clock())
    return { commands: await control.configure(caller, Number(call.params.id), call.body) }
  })

  router.route(controlEndpoints.startMining, async (call) => ({
    commands: await control.bulk(requireCaller(call), 'start', call.body),
  }))

  router.route(controlEndpoints.stopMining, async (call) => ({
    commands: await control.bulk(requireCaller(call), 'stop', call.body),
  }))

  router.route(controlEndpoints.testConnection, async (call) =>
    control.testConnection(requireCaller(call), call.body),
  )

  router.route(controlEndpoints.addDevice, async (call) => control.addDevice(requireCaller(call), call.body))

  router.route(controlEndpoints.updateDevice, async (call) => {
    await control.updateDevice(requireCaller(call), Number(call.params.id), call.body)
    return {}
  })

  router.route(controlEndpoints.removeDevice, async (call) => {
    await control.removeDevice(requireCaller(call), Number(call.params.id))
    return {}
  })

  strangerRoutes(router, deps)
  loginRoutes(router, deps)

  router.route(controlEndpoints.miningLogs, async (call) => {
    const { before, kind, device_id: deviceId, search } = call.query
    const rows = await control.history(requireCaller(call), {
      before: new Date(Math.min(before ?? Number.MAX_SAFE_INTEGER, clock() + 60_000)),
      kind: kind ?? null,
      minerId: deviceId === undefined ? null : Number(deviceId),
      search: search === undefined || search === '' ? null : search,
      limit: pageLength,
    })
    const entries = rows.map(presentEntry)
    return { entries, next: entries.length === pageLength ? (entries.at(-1)?.at ?? null) : null }
  })
}

/** Logins of miners, sealed for their controller. */
function loginRoutes(router: Router, { control, clock }: Parameters<typeof controlRoutes>[1]): void {
  router.route(deviceLoginEndpoints.deviceLogins, async (call) => ({
    serverTime: clock(),
    ...(await control.logins(requireCaller(call), call.params.id, call.query.miner)),
  }))

  router.route(deviceLoginEndpoints.setDeviceLogin, async (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, clock())
    return { command: await control.setLogin(caller, call.params.id, call.body) }
  })

  router.route(deviceLoginEndpoints.removeDeviceLogin, async (call) => {
    const caller = requireCaller(call)
    requireFreshSession(caller, clock())
    return { command: await control.removeLogin(caller, call.params.id, call.body) }
  })
}

/** What answers on miners' ports and is not known. */
function strangerRoutes(router: Router, { control, clock }: Parameters<typeof controlRoutes>[1]): void {
  router.route(strangerEndpoints.shipStrangers, async (call) => ({
    serverTime: clock(),
    strangers: await control.shipStrangers(requireCaller(call), call.params.id),
  }))

  router.route(strangerEndpoints.noteStranger, async (call) => {
    await control.noteStranger(requireCaller(call), Number(call.params.id), call.body)
    return {}
  })
}
