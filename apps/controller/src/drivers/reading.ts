import type { DeviceReading, DeviceState } from '@shipminer/contract/telemetry'

/** A reading of which nothing but the state is known. */
export function emptyReading(state: DeviceState | null): DeviceReading {
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

/** Where a device did not tell whether it was put to rest: that it makes nothing does not say that it is on. */
export function withUnknownRest(reading: DeviceReading): DeviceReading {
  return reading.state === 'idle' ? { ...reading, state: null } : reading
}

/**
 * Of a device that mines another coin's algorithm (scrypt …): its rate, its difficulty and its blocks are none of Bitcoin's, so they may stand
 * in no figure or sum of the product. What it does, and how it is, stays.
 */
export function withoutOtherWork(reading: DeviceReading): DeviceReading {
  return {
    ...reading,
    hashrateGhs: null,
    expectedHashrateGhs: null,
    acceptedDifficulty: null,
    bestShareDifficulty: null,
    blocksFound: null,
    boards: reading.boards.map((board) => ({ ...board, hashrateGhs: null })),
  }
}
