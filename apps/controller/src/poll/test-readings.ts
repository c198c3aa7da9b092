import type { DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'

/** For tests: a plain Antminer-like reading. */
export function buildReading(changes: Partial<DeviceReading> = {}): DeviceReading {
  return {
    state: 'mining',
    hashrateGhs: 230_000.4,
    expectedHashrateGhs: 230_000,
    powerWatts: 5_509.6,
    temperatureC: 65.53,
    inletTemperatureC: 30,
    outletTemperatureC: 38,
    faults: [],
    fanRpm: [],
    uptimeSeconds: 1_000,
    acceptedShares: 100,
    rejectedShares: 1,
    staleShares: 0,
    acceptedDifficulty: 50_000,
    bestShareDifficulty: null,
    blocksFound: 0,
    boards: [],
    pools: [],
    flags: [],
    ...changes,
  }
}

export function buildIdentity(changes: Partial<DeviceIdentity> = {}): DeviceIdentity {
  return {
    key: 'mac:02:00:00:00:00:01',
    driver: 'fake',
    make: 'Antminer',
    model: 'S19 XP Hyd',
    firmware: '1',
    serial: null,
    macAddress: '02:00:00:00:00:01',
    hostname: null,
    ipAddress: '192.168.1.10',
    port: 4028,
    ...changes,
  }
}
