import type { Controller, Miner } from '@shipminer/contract/mining'
import { type MinerStatus, minerStatus } from '@shipminer/domain/fleet/freshness'
import { isSameState, stateByStatus } from '@shipminer/domain/fleet/miner-state'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'

/**
 * Status of a miner as this page may claim it, all times in ms of the server's clock. A value ages while the page has no link, so it
 * turns stale; but "offline" is claimed only when the server had no sample for that long at `contactAt`, its last message.
 */
export function shownStatus(input: {
  sampledAt: number | null
  now: number
  contactAt: number
  pollIntervalMs: number
  offlineAfterMs: number
}): MinerStatus {
  const status = minerStatus(input)
  if (status !== 'offline') return status
  return minerStatus({ ...input, now: Math.min(input.now, input.contactAt) }) === 'offline'
    ? 'offline'
    : 'stale'
}

/** The state of a miner that is so old. */
export function shownState(
  miner: Pick<Miner, 'minerState' | 'alertCount'>,
  status: MinerStatus,
  isBoxSilent: boolean,
): ShownState {
  return { ...stateByStatus(miner.minerState, status, isBoxSilent), hasAlerts: miner.alertCount > 0 }
}

/** Ids of the controllers that do not report. */
export function silentControllers(
  controllers: readonly Pick<Controller, 'id' | 'status'>[],
): ReadonlySet<string> {
  return new Set(controllers.filter(({ status }) => status === 'silent').map(({ id }) => id))
}

/** Whether two look the same on the page. */
export function isSameShown(a: ShownState | undefined, b: ShownState | undefined): boolean {
  return isSameState(a, b) && a?.hasAlerts === b?.hasAlerts
}
