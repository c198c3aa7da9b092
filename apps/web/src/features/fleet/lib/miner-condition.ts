import type { Miner } from '@shipminer/contract/mining'
import { type MinerStatus, minerStatus } from '@shipminer/domain/freshness'

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

/**
 * What a badge shows: the status, split further while values are fresh. `paused` is not a fault: the ship needs its power, or a person
 * stopped it.
 */
export type MinerCondition = MinerStatus | 'attention' | 'paused' | 'starting'

/** Classifies what a miner is doing. Fresh values with a fault, idling, or an open alert need attention. */
export function minerCondition(
  miner: Pick<Miner, 'state' | 'alertCount' | 'unreachable'>,
  status: MinerStatus,
): MinerCondition {
  if (status !== 'online') return status
  if (miner.state === 'fault' || miner.state === 'idle' || miner.alertCount > 0) return 'attention'
  if (miner.state === 'sleeping') return 'paused'
  return miner.state === 'starting' ? 'starting' : 'online'
}

/** Order of conditions, worst first. */
export const conditionRank: Record<MinerCondition, number> = {
  offline: 0,
  attention: 1,
  stale: 2,
  unreported: 3,
  starting: 4,
  paused: 5,
  online: 6,
}

/** True where a person should look. */
export function needsAttention(condition: MinerCondition): boolean {
  return conditionRank[condition] <= conditionRank.unreported
}

/** The badge of a condition: where a fresh miner needs attention it names the reason. */
export function badgeOf(
  condition: MinerCondition,
  state: Miner['state'],
): MinerStatus | 'attention' | 'fault' | 'idle' | 'starting' | 'sleeping' {
  if (condition === 'paused') return 'sleeping'
  if (condition === 'attention' && (state === 'fault' || state === 'idle')) return state
  return condition
}
