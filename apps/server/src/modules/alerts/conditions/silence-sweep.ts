import { findSilence, type SilenceKind } from '@shipminer/domain/fleet/silence'
import type { Store } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { clearAlerts, listOpenCauses, listSilence, raiseAlert } from '../alerts.repository.ts'

const kinds: readonly SilenceKind[] = [
  'controller-silent',
  'miner-stale',
  'miner-offline',
  'all-miners-silent',
]
const severity: Record<SilenceKind, 'warning' | 'critical'> = {
  'controller-silent': 'warning',
  'miner-stale': 'warning',
  'miner-offline': 'critical',
  'all-miners-silent': 'critical',
}
const defaultPollIntervalMs = 30_000
/** After its own start a server waits this long before it considers anything silent: controllers need time to reconnect. */
export const startGraceMs = 60_000

export type SilenceSweepDeps = {
  store: Store
  clock: () => number
  offlineAfterMs: number
  startedAt: number
  startGraceMs?: number
}

/**
 * Finds controllers and miners that fell silent and those that came back; raises and clears their alerts. While a controller is silent the
 * alerts of its miners stay as they are, because nothing is known of them; so do they just after it came back.
 * @throws SweepError naming the controllers that could not be assessed; the others were.
 */
export async function sweepSilence(deps: SilenceSweepDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const at = new Date(now)
  const settling = now - deps.startedAt < (deps.startGraceMs ?? startGraceMs)
  const [controllers, open] = await Promise.all([
    listSilence(store.db, at, defaultPollIntervalMs),
    listOpenCauses(store.db, kinds),
  ])
  const openByController = Map.groupBy(open, (alert) => alert.controllerId)

  await forEachIsolated(
    controllers,
    ({ id }) => id,
    async (controller) => {
      const have = openByController.get(controller.id) ?? []
      const { causes: wanted, keeps } = findSilence({
        now,
        lastSeenAt: controller.lastSeenAt?.getTime() ?? null,
        connectedSince: controller.connectedSince?.getTime() ?? null,
        pollIntervalMs: controller.pollIntervalMs ?? defaultPollIntervalMs,
        offlineAfterMs: deps.offlineAfterMs,
        minerCount: controller.minerCount,
        miners: controller.miners,
        isForAllOpen: have.some(({ kind }) => kind === 'all-miners-silent'),
      })
      // After its own start a server has received nothing yet.
      if (settling && wanted.length > 0) return
      const missing = wanted.filter((cause) => !have.some((alert) => sameCause(alert, cause)))
      const gone = have.filter(
        (alert) =>
          !wanted.some((cause) => sameCause(alert, cause)) &&
          !(keeps === 'miners' && alert.kind !== 'controller-silent'),
      )
      if (missing.length === 0 && gone.length === 0) return
      await store.db.transaction().execute(async (trx) => {
        await clearAlerts(
          trx,
          gone.map((alert) => alert.id),
          at,
        )
        for (const cause of missing) await raiseAlert(trx, controller.id, cause, severity[cause.kind], at)
        await store.notify('alerts', JSON.stringify({ controllerId: controller.id }), trx)
      })
    },
  )
}

function sameCause(
  a: { kind: string; minerId: number | null },
  b: { kind: string; minerId: number | null },
): boolean {
  return a.kind === b.kind && a.minerId === b.minerId
}
