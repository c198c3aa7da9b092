import {
  isFreshState,
  type MinerState,
  type MinerStateKind,
  minerStateKinds,
  needsAttention,
} from './miner-state.ts'

/** One miner as a total sees it. */
export type FleetMember = {
  state: MinerState
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
  /** How many are in each state. */
  states: Record<MinerStateKind, number>
  needAttention: number
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
    needAttention: 0,
    hashrateKnown: 0,
    powerKnown: 0,
    temperatureKnown: 0,
  }
  const states = Object.fromEntries(minerStateKinds.map((kind) => [kind, 0])) as Record<
    MinerStateKind,
    number
  >
  let hashrate = 0
  let power = 0
  let temperature = 0
  for (const member of members) {
    const { kind } = member.state
    totals.devices++
    states[kind]++
    if (needsAttention(member.state)) totals.needAttention++
    if (!isFreshState(member.state)) {
      totals[kind === 'stale' ? 'stale' : 'offline']++
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
    states,
    hashrateGhs: totals.hashrateKnown > 0 ? hashrate : null,
    powerWatts: totals.powerKnown > 0 ? power : null,
    averageTemperatureDeciC:
      totals.temperatureKnown > 0 ? Math.round(temperature / totals.temperatureKnown) : null,
  }
}
