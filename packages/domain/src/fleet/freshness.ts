/** Poll periods after which a value is no longer live. */
export const stalePeriods = 2.5
/** Silence after which a miner counts as offline, ms. */
export const defaultOfflineAfterMs = 5 * 60_000

/** `unreported`: known to exist, never sampled. Only `online` counts as online (docs/product.md 9.3). */
export type MinerStatus = 'online' | 'stale' | 'offline' | 'unreported'

/**
 * Status by the age of the last sample, all times in ms of one clock. A sample from the future (a clock that is a little ahead) is fresh.
 */
export function minerStatus(input: {
  sampledAt: number | null
  now: number
  pollIntervalMs: number
  offlineAfterMs: number
}): MinerStatus {
  if (input.sampledAt === null) return 'unreported'
  const ageMs = input.now - input.sampledAt
  const staleAfterMs = stalePeriods * input.pollIntervalMs
  if (ageMs <= staleAfterMs) return 'online'
  return ageMs <= Math.max(input.offlineAfterMs, staleAfterMs) ? 'stale' : 'offline'
}
