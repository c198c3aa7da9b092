import type { EnvironmentSample } from '@shipminer/contract/power/environment'
import type { DeviceDetail, Sample } from '@shipminer/contract/telemetry'
import type { Batch, DeviceReport } from '@shipminer/contract/uplink'

/** What a miner that works well gained in half a minute. */
export function buildSample(over: Partial<Sample> & Pick<Sample, 'deviceKey' | 'sampledAt'>): Sample {
  return {
    periodSeconds: 30,
    state: 'mining',
    hashrateGhs: 100_000,
    powerWatts: 3_000,
    temperatureDeciC: 600,
    uptimeSeconds: 1_000,
    acceptedShares: 5,
    rejectedShares: 0,
    staleShares: 0,
    acceptedDifficultyMilli: 65_536_000,
    flags: [],
    ...over,
  }
}

export const buildBatch = (seq: number, samples: Sample[], over: Partial<Batch> = {}): Batch => ({
  seq,
  samples,
  devices: [],
  events: [],
  ...over,
})

type DeviceReportChanges = {
  observedAt: number
  identity: Partial<DeviceReport['identity']> & { key: string }
  detail?: Partial<DeviceDetail>
}

/** A miner that answers, of which nothing else is known. */
export function buildDeviceReport({ observedAt, identity, detail }: DeviceReportChanges): DeviceReport {
  return {
    observedAt,
    unreachable: null,
    identity: {
      driver: 'antminer',
      make: 'Antminer',
      model: 'S19',
      firmware: null,
      serial: null,
      macAddress: identity.key.startsWith('mac:') ? identity.key.slice(4) : null,
      hostname: null,
      ipAddress: '192.168.1.7',
      port: 4028,
      ...identity,
    },
    detail: {
      expectedHashrateGhs: null,
      inletTemperatureC: null,
      outletTemperatureC: null,
      fanRpm: [],
      bestShareDifficulty: null,
      blocksFound: null,
      boards: [],
      pools: [],
      faults: [],
      ...detail,
    },
  }
}

/** Ten seconds of a generator that runs, carries the ship and has room for more. */
export function buildEnvironmentSample(over: Partial<EnvironmentSample> = {}): EnvironmentSample {
  return {
    at: 0,
    periodSeconds: 10,
    state: 'free',
    capacityWatts: 100_000,
    generatorLoadWatts: 40_000,
    shipLoadWatts: 15_000,
    miningLoadWatts: 25_000,
    allowedMiningWatts: 60_000,
    curtailedDevices: 0,
    curtailedWatts: 0,
    disobedientDevices: 0,
    meanLoadPercent: null,
    meanLimitPercent: null,
    heldBackBy: null,
    worth: null,
    costMillicentsPerKwh: null,
    earnsMillicentsPerKwh: null,
    marketAgeSeconds: null,
    fuelGramsPerHour: null,
    fuelMillicentsPerHour: null,
    minimumLoad: null,
    overLimitMs: null,
    overCapacityMs: null,
    ...over,
  }
}
