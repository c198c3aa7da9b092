import { isForAll } from '../alerts/fold-causes.ts'
import { type MinerStatus, minerStatus, stalePeriods } from './freshness.ts'

/** Shortest silence that counts for a controller, ms: its uplink beats every 15 s whatever the poll period. */
export const controllerSilentFloorMs = 45_000

/** A controller is online while its uplink was last seen within 2.5 poll periods, at least 45 s. */
export function controllerStatus(input: {
  lastSeenAt: number | null
  now: number
  pollIntervalMs: number
}): 'online' | 'silent' | 'never-seen' {
  if (input.lastSeenAt === null) return 'never-seen'
  const limitMs = Math.max(stalePeriods * input.pollIntervalMs, controllerSilentFloorMs)
  return input.now - input.lastSeenAt <= limitMs ? 'online' : 'silent'
}

export type SilenceKind = 'controller-silent' | 'miner-stale' | 'miner-offline' | 'all-miners-silent'
/** A cause that should have an open alert. `minerId` is null for the controller itself, and for all of its miners. */
export type SilenceCause = { kind: SilenceKind; minerId: number | null }

/** What is found about one controller. `keeps`: whether an open alert that is not among the causes stays, because nothing can be said now. */
export type SilenceFinding = { causes: SilenceCause[]; keeps: 'nothing' | 'miners' }

/** Shortest time after a connection in which nothing is claimed about miners, ms. */
const settleFloorMs = 60_000

/** Time after a connection in which nothing is claimed about miners, ms: what was kept on board has to arrive first. */
export function settleMsOf(pollIntervalMs: number): number {
  return Math.max(stalePeriods * pollIntervalMs, settleFloorMs)
}

/**
 * What is silent on one controller, one alert per root cause. While the controller is silent nothing is claimed about its miners, and neither is
 * just after it came back. A miner is stale first and offline later, never both; when none of them answers that is one thing.
 */
export function findSilence(input: {
  now: number
  lastSeenAt: number | null
  /** Null: unknown, long ago. */
  connectedSince: number | null
  pollIntervalMs: number
  offlineAfterMs: number
  /** Of how many miners the controller ever sent a value. */
  minerCount: number
  /** `receivedAt`: when its newest value arrived; a ship that sends what it kept tells the past first. */
  miners: readonly { minerId: number; sampledAt: number | null; receivedAt: number | null }[]
  /** There is an alert that none of the miners answers. */
  isForAllOpen: boolean
}): SilenceFinding {
  const { now, lastSeenAt, connectedSince, pollIntervalMs } = input
  const status = controllerStatus(input)
  if (status === 'never-seen' || lastSeenAt === null) return { causes: [], keeps: 'nothing' }
  if (status === 'silent') return { causes: [{ kind: 'controller-silent', minerId: null }], keeps: 'miners' }
  const quietMs = stalePeriods * pollIntervalMs
  if (connectedSince !== null && now - connectedSince < settleMsOf(pollIntervalMs))
    return { causes: [], keeps: 'miners' }
  // Measured when the controller reported last: a line that drops makes every miner old, and silent is then the controller.
  const then = Math.min(now, lastSeenAt)
  const kinds: Partial<Record<MinerStatus, SilenceKind>> = { stale: 'miner-stale', offline: 'miner-offline' }
  const silent = input.miners.flatMap(({ minerId, sampledAt, receivedAt }): SilenceCause[] => {
    const kind = kinds[minerStatus({ ...input, now: then, sampledAt })]
    const isArriving = receivedAt !== null && then - receivedAt <= quietMs
    return kind && !isArriving ? [{ kind, minerId }] : []
  })
  const others = Array.from({ length: Math.max(0, input.minerCount - silent.length) }, () => false)
  const gone = silent.map(() => true)
  const causes: SilenceCause[] = isForAll([...gone, ...others], input.isForAllOpen)
    ? [{ kind: 'all-miners-silent', minerId: null }]
    : silent
  return { causes, keeps: 'nothing' }
}
