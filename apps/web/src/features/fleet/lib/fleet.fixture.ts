import type { FleetPart } from '@shipminer/contract/fleet'
import type { Controller, Miner, MinerLive, NetworkInputs, OverviewSummary } from '@shipminer/contract/mining'

/** A miner of a test; everything known and healthy unless given otherwise. */
export function buildMiner(over: Partial<Miner> = {}): Miner {
  return {
    ...buildLive(),
    status: 'online',
    name: `Miner ${over.id ?? '1'}`,
    model: 'Antminer S19 XP Hyd',
    manufacturer: 'Bitmain',
    firmware: null,
    driver: 'antminer',
    ipAddress: '192.168.1.20',
    port: 4028,
    macAddress: null,
    poolUrl: null,
    worker: null,
    location: null,
    group: null,
    notes: null,
    controllerId: 'ctl-1',
    controllerName: 'ms Johanna',
    pollIntervalMs: 10_000,
    expectedHashrateThs: 257,
    solo: false,
    earningsToday: { sat: 9_000, cents: 500, basis: 'shares' },
    earningsMonth: null,
    trend: null,
    ...over,
  }
}

/** The live values of a miner of a test. */
export function buildLive(over: Partial<MinerLive> = {}): MinerLive {
  return {
    id: '1',
    sampledAt: 1_000_000,
    receivedAt: 1_000_100,
    state: 'mining',
    minerState: { kind: 'mining', reason: 'normal' },
    unreachable: null,
    hashrateThs: 255,
    powerWatts: 5_300,
    temperatureC: 58,
    uptimeSeconds: 3_600,
    acceptedShares: 120,
    rejectedShares: 1,
    alertCount: 0,
    ...over,
  }
}

/** Totals of a test. */
export function buildSummary(over: Partial<OverviewSummary> = {}): OverviewSummary {
  return {
    totalDevices: 1,
    onlineDevices: 1,
    staleDevices: 0,
    offlineDevices: 0,
    states: {
      mining: 1,
      'below-expected': 0,
      starting: 0,
      asleep: 0,
      idle: 0,
      error: 0,
      stale: 0,
      offline: 0,
      unreported: 0,
      unknown: 0,
    },
    needAttention: 0,
    totalHashRate: 255,
    hashRateKnown: 1,
    totalPowerConsumption: 5_300,
    powerKnown: 1,
    totalEarningsToday: { sat: 9_000, cents: 500, basis: 'shares' },
    totalEarningsMonth: { sat: 90_000, cents: 5_000, basis: 'shares' },
    averageTemperature: 58,
    alertsCount: 0,
    ...over,
  }
}

/** A controller of a test. */
export function buildController(over: Partial<Controller> = {}): Controller {
  return {
    id: 'ctl-1',
    name: 'ms Johanna',
    location: null,
    ipAddress: null,
    status: 'online',
    lastSeenAt: 1_000_000,
    version: null,
    pollIntervalMs: 10_000,
    connectedMiners: 1,
    droppedSamples: null,
    memory: null,
    ...over,
  }
}

/** What the earnings in a test are based on. */
export function buildNetwork(over: Partial<NetworkInputs> = {}): NetworkInputs {
  return {
    difficulty: 1e14,
    blockHeight: 900_000,
    subsidySat: 312_500_000,
    feesSatPerBlock: 5_000_000,
    networkSource: 'mempool.space',
    networkObservedAt: 990_000,
    networkBuiltIn: false,
    centsPerBtc: 5_500_000,
    priceSource: 'kraken',
    priceObservedAt: 990_000,
    poolFeeBasisPoints: 100,
    ...over,
  }
}

/** What a page of a large fleet of a test shows of all of it. */
export function buildPart(over: Partial<FleetPart> = {}): FleetPart {
  const sums = {
    ...{ hashrateThs: null, powerWatts: null, hottestC: null },
    ...{ efficiencyJoulesPerTh: null, sat: null, cents: null },
  }
  return {
    page: 1,
    pages: 60,
    matched: 3_000,
    sums,
    counts: {
      all: 3_000,
      attention: 0,
      online: 3_000,
      stale: 0,
      offline: 0,
      unreported: 0,
      paused: 0,
      mining: 3_000,
    },
    groups: [],
    fresh: { ...sums, count: 0, expectedThs: null, hottestName: null },
    solo: 0,
    running: 0,
    yielding: 0,
    stopped: 0,
    worst: [],
    boxes: [],
    ...over,
  }
}
