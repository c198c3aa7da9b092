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

/** One miner as a total sees it. */
export type FleetMember = {
  status: MinerStatus
  hashrateGhs: number | null
  powerWatts: number | null
  temperatureDeciC: number | null
}

/** Totals over the fresh members, each with how many members knew the figure: null when none did, never 0 for unknown. */
export type FleetTotals = {
  devices: number
  online: number
  stale: number
  offline: number
  hashrateGhs: number | null
  hashrateKnown: number
  powerWatts: number | null
  powerKnown: number
  averageTemperatureDeciC: number | null
  temperatureKnown: number
}

/** Adds up a fleet. `unreported` members count as offline devices; stale and offline values are left out of every total. */
export function fleetTotals(members: Iterable<FleetMember>): FleetTotals {
  const totals = {
    devices: 0,
    online: 0,
    stale: 0,
    offline: 0,
    hashrateKnown: 0,
    powerKnown: 0,
    temperatureKnown: 0,
  }
  let hashrate = 0
  let power = 0
  let temperature = 0
  for (const member of members) {
    totals.devices++
    if (member.status !== 'online') {
      totals[member.status === 'stale' ? 'stale' : 'offline']++
      continue
    }
    totals.online++
    if (member.hashrateGhs !== null) {
      totals.hashrateKnown++
      hashrate += member.hashrateGhs
    }
    if (member.powerWatts !== null) {
      totals.powerKnown++
      power += member.powerWatts
    }
    if (member.temperatureDeciC !== null) {
      totals.temperatureKnown++
      temperature += member.temperatureDeciC
    }
  }
  return {
    ...totals,
    hashrateGhs: totals.hashrateKnown > 0 ? hashrate : null,
    powerWatts: totals.powerKnown > 0 ? power : null,
    averageTemperatureDeciC:
      totals.temperatureKnown > 0 ? Math.round(temperature / totals.temperatureKnown) : null,
  }
}
