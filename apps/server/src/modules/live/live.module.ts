import { isSessionLive, revokedSessionsChannel } from '../../platform/auth/session-liveness.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { reachChannel } from '../ships/ships.port.ts'
import { liveRoutes } from './live.routes.ts'
import { createLiveHub, type LiveHubDeps } from './live-hub.ts'

/** Sends values of a fleet, as they change, to the pages that watch it. */
export async function openLive(context: Context, ports: Pick<LiveHubDeps, 'fleet' | 'power'>) {
  const { store, clock, logger, sessions, publicUrl, config } = context
  const hub = await createLiveHub({
    store,
    fleet: ports.fleet,
    power: ports.power,
    clock,
    logger,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
  })
  const rechecks = new Map<(isReachChanged?: boolean) => void, () => string>()
  const stop = await store.listen(
    revokedSessionsChannel,
    (userId) => {
      for (const [recheck, userOf] of rechecks) if (userOf() === userId) recheck()
    },
    // Somebody may have logged out while no signal was received.
    () => {
      for (const recheck of rechecks.keys()) recheck()
    },
  )
  const stopReach = await store.listen(reachChannel, (userId) => {
    for (const [recheck, userOf] of rechecks) if (userOf() === userId) recheck(true)
  })
  return {
    port: { watchers: hub.watchers },
    routes({ server }: Http) {
      const isLive = (sessionId: string) => isSessionLive(store, sessionId, new Date(clock()))
      liveRoutes(server, {
        hub,
        authenticator: { ...sessions, isSessionLive: isLive },
        publicOrigin: new URL(publicUrl).origin,
        clock,
        rechecks,
      })
    },
    async close() {
      await stop()
      await stopReach()
      await hub.close()
    },
  }
}
