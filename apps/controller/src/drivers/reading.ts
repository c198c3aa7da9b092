import type { DeviceReading, DeviceState } from '@shipminer/contract/telemetry'

/** A reading of which nothing but the state is known. */
export function emptyReading(state: DeviceState): DeviceReading {
  return {
    state,
    hashrateGhs: null,
    expectedHashrateGhs: null,
    powerWatts: null,
    temperatureC: null,
    inletTemperatureC: null,
    outletTemperatureC: null,
    fanRpm: [],
    uptimeSeconds: null,
    acceptedShares: null,
    rejectedShares: null,
    staleShares: null,
    acceptedDifficulty: null,
    bestShareDifficulty: null,
    blocksFound: null,
    boards: [],
    pools: [],
    faults: [],
    flags: [],
  }
}
