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

export type SilenceKind = 'controller-silent' | 'miner-stale' | 'miner-offline'
/** A cause that should have an open alert. `minerId` is null for the controller itself. */
export type SilenceCause = { kind: SilenceKind; minerId: number | null }

/**
 * What is silent on one controller: one alert per cause. While the controller is silent nothing is claimed about its miners, since nothing is known;
 * a miner is stale first and offline later, never both.
 */
export function silenceCauses(input: {
  now: number
  lastSeenAt: number | null
  pollIntervalMs: number
  offlineAfterMs: number
  miners: readonly { minerId: number; sampledAt: number | null }[]
}): SilenceCause[] {
  const status = controllerStatus(input)
  if (status === 'never-seen') return []
  if (status === 'silent') return [{ kind: 'controller-silent', minerId: null }]
  const kinds: Partial<Record<MinerStatus, SilenceKind>> = { stale: 'miner-stale', offline: 'miner-offline' }
  return input.miners.flatMap(({ minerId, sampledAt }) => {
    const kind = kinds[minerStatus({ ...input, sampledAt })]
    return kind ? [{ kind, minerId }] : []
  })
}
