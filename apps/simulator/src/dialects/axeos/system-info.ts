import { firmwareOf } from '../../device/flash.ts'
import type { PoolSetting } from '../../device/pools.ts'
import type { UnitView } from '../../device/unit.ts'
import type { AxeosTraits } from '../../models/model.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'

type Fields = Record<string, unknown>

/** Traits of a unit that is known to speak this dialect. */
export function axeosTraits(view: UnitView): AxeosTraits {
  const { traits } = view.model
  if (traits.dialect !== 'axeos') throw new Error(`${view.model.name} does not speak the AxeOS dialect`)
  return traits
}

/** The pools as saved; they are used from the next start on. */
export function savedPools(view: UnitView): readonly PoolSetting[] {
  return (view.settings.custom.savedPools as readonly PoolSetting[] | undefined) ?? view.settings.pools
}

const frequencyMhz = (view: UnitView) =>
  Number(view.settings.custom.frequency ?? view.model.hardware.frequencyMhz)

/** A difficulty as old firmware shortens it: `483k`, `4.29G`. */
export function difficultyText(difficulty: number): string {
  const units = ['', 'k', 'M', 'G', 'T', 'P']
  let scaled = difficulty
  let unit = 0
  while (scaled >= 1000 && unit < units.length - 1) {
    scaled /= 1000
    unit += 1
  }
  return unit === 0 ? String(Math.round(scaled)) : `${scaled.toPrecision(3)}${units[unit]}`
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** `GET /api/system/info`, in the form of the unit's family. Secrets are never in it, as on the real devices. */
export function systemInfo(view: UnitView, host: string): Fields {
  const common = commonFields(view)
  return axeosTraits(view).family === 'nerdqaxe'
    ? { ...common, ...nerdqaxeFields(view, host) }
    : { ...common, ...bitaxeFields(view, host) }
}

function commonFields(view: UnitView): Fields {
  const { state, model, identity } = view
  const pools = savedPools(view)
  const { hardware } = model
  const traits = axeosTraits(view)
  const sums = state.pools.reduce(
    (sum, pool) => ({
      accepted: sum.accepted + pool.accepted,
      rejected: sum.rejected + pool.rejected + pool.stale,
      best: Math.max(sum.best, pool.bestDifficulty),
    }),
    { accepted: 0, rejected: 0, best: 0 },
  )
  const difficulty = (value: number) => (traits.difficultyAsText ? difficultyText(value) : Math.round(value))
  const chipC = state.thermal.chipC[0] ?? 0
  const millivolts = traits.inputMillivolts - (state.powerWatts / hardware.nominalWatts) * 40
  const running = state.rateThs > 0
  const cooling = hardware.cooling
  const fallback = state.activePool !== null && state.activePool > 0
  return {
    ASICModel: traits.asicModel,
    asicCount: hardware.chipsPerBoard,
    smallCoreCount: traits.smallCoreCount,
    power: round(state.powerWatts, 4),
    voltage: round(millivolts, 2),
    current: round((state.powerWatts / millivolts) * 1e6, 2),
    temp: round(chipC, 3),
    vrTemp: Math.round(chipC + 6 * (state.powerWatts / hardware.nominalWatts)),
    hashRate: round(state.rateThs * 1000, 4),
    frequency: frequencyMhz(view),
    coreVoltage: traits.coreMillivolts,
    coreVoltageActual: running ? traits.coreMillivolts - 7 : 0,
    bestDiff: difficulty(view.bestEverDifficulty),
    bestSessionDiff: difficulty(sums.best),
    sharesAccepted: sums.accepted,
    sharesRejected: sums.rejected,
    stratumDiff: state.activePool === null ? 0 : model.shareDifficulty,
    uptimeSeconds: Math.floor(view.uptimeMs / 1000),
    stratumURL: pools[0]?.host ?? '',
    stratumPort: pools[0]?.port ?? 0,
    stratumUser: pools[0]?.user ?? '',
    fallbackStratumURL: pools[1]?.host ?? '',
    fallbackStratumPort: pools[1]?.port ?? 0,
    fallbackStratumUser: pools[1]?.user ?? '',
    isUsingFallbackStratum: fallback ? 1 : 0,
    hostname: identity.hostname,
    macAddr: identity.mac,
    ssid: 'ship',
    wifiStatus: 'Connected!',
    wifiRSSI: -48 - (identity.seed % 20),
    version: firmwareOf(view, traits.firmware),
    idfVersion: 'v5.4',
    boardVersion: traits.boardVersion,
    runningPartition: 'factory',
    flipscreen: 1,
    invertscreen: 0,
    invertfanpolarity: 1,
    autofanspeed: 1,
    fanspeed: Math.round(state.thermal.fanFraction * 100),
    fanrpm: cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0,
    overheat_mode: state.tripped ? 1 : 0,
    maxPower: traits.maxPowerWatts,
    freeHeap: 8_443_612 - (identity.seed % 4096) * 4,
    lastResetReason: 'Software reset via esp_restart',
  }
}

function expectedGhs(view: UnitView): number {
  const { hardware } = view.model
  return round((axeosTraits(view).smallCoreCount * hardware.chipsPerBoard * frequencyMhz(view)) / 1000, 3)
}

function bitaxeFields(view: UnitView, host: string): Fields {
  const { state } = view
  const traits = axeosTraits(view)
  const rejected = state.pools.reduce((sum, pool) => sum + pool.rejected, 0)
  const stale = state.pools.reduce((sum, pool) => sum + pool.stale, 0)
  return {
    ipv4: host,
    axeOSVersion: firmwareOf(view, traits.firmware),
    hashRate_1m: round(state.averages.m1 * 1000, 4),
    hashRate_10m: round(state.averages.m10 * 1000, 4),
    hashRate_1h: round(state.averages.h1 * 1000, 4),
    expectedHashrate: expectedGhs(view),
    errorPercentage: 0.2,
    poolDifficulty: state.activePool === null ? 0 : view.model.shareDifficulty,
    nominalVoltage: 5,
    temp2: -1,
    temptarget: view.model.hardware.cooling.kind === 'air' ? view.model.hardware.cooling.targetC : 60,
    minimumFanSpeed: 20,
    overclockEnabled: 0,
    displayTimeout: -1,
    rotation: 0,
    statsFrequency: 120,
    apEnabled: 0,
    isPSRAMAvailable: 1,
    stratumExtranonceSubscribe: 0,
    stratumSuggestedDifficulty: 1000,
    fallbackStratumExtranonceSubscribe: 0,
    fallbackStratumSuggestedDifficulty: 1000,
    sharesRejectedReasons: [
      ...(rejected > 0 ? [{ message: 'Above target', count: rejected }] : []),
      ...(stale > 0 ? [{ message: 'Job not found', count: stale }] : []),
    ],
    blockFound: 0,
    ...(view.settings.custom.poolTable === true
      ? {
          pools: savedPools(view).map((pool, id) => ({
            id,
            stratumProtocol: 'SV1',
            stratumURL: pool.host,
            stratumPort: pool.port,
            stratumUser: pool.user,
            stratumPassword: '*****',
            stratumTLS: 0,
          })),
          primaryPoolIndex: 0,
          secondaryPoolIndex: 1,
          useFallbackStratum: 0,
        }
      : {}),
    ...(view.settings.custom.hasPause === false ? {} : { miningPaused: view.asleep }),
  }
}

function nerdqaxeFields(view: UnitView, host: string): Fields {
  const { state, model } = view
  const traits = axeosTraits(view)
  const chipC = state.thermal.chipC[0] ?? 0
  const pool = view.pools[state.activePool ?? 0]
  const counters = state.pools[state.activePool ?? 0] ?? emptyPoolCounters
  return {
    deviceModel: traits.deviceModel,
    hostip: host,
    asicTemps: Array.from({ length: model.hardware.chipsPerBoard }, (_, chip) =>
      round(chipC + (chip - 1.5) * 0.8, 2),
    ),
    vrTempInt: Math.round(chipC + 9),
    hashRateTimestamp: view.nowMs,
    hashRate_1m: round(state.averages.m1 * 1000, 3),
    hashRate_10m: round(state.averages.m10 * 1000, 3),
    hashRate_1h: round(state.averages.h1 * 1000, 3),
    hashRate_1d: round(state.averages.d1 * 1000, 3),
    poolDifficulty: state.activePool === null ? 0 : model.shareDifficulty,
    minPower: traits.minPowerWatts,
    minVoltage: 11,
    maxVoltage: 13,
    defaultFrequency: model.hardware.frequencyMhz,
    defaultCoreVoltage: traits.coreMillivolts,
    autoscreenoff: 0,
    overheat_temp: model.hardware.tripC,
    jobInterval: 1200,
    pidTargetTemp: model.hardware.cooling.kind === 'air' ? model.hardware.cooling.targetC : 55,
    pidP: 6,
    pidI: 0.1,
    pidD: 10,
    foundBlocks: 0,
    totalFoundBlocks: 0,
    shutdown: view.asleep || state.tripped,
    otp: view.settings.custom.otp !== undefined,
    stratum: {
      poolMode: 0,
      activePoolMode: 0,
      usingFallback: (state.activePool ?? 0) > 0,
      totalBestDiff: Math.round(view.bestEverDifficulty),
      pools: [
        {
          connected: state.activePool !== null,
          host: pool?.host ?? '',
          port: pool?.port ?? 0,
          accepted: counters.accepted,
          rejected: counters.rejected,
          poolDifficulty: state.activePool === null ? 0 : model.shareDifficulty,
          bestDiff: Math.round(counters.bestDifficulty),
        },
      ],
    },
  }
}

/** `GET /api/system/asic`. */
export function asicInfo(view: UnitView): Fields {
  const traits = axeosTraits(view)
  return {
    ASICModel: traits.asicModel,
    deviceModel: traits.deviceModel,
    swarmColor: traits.family === 'bitaxe' ? 'green' : 'blue',
    asicCount: view.model.hardware.chipsPerBoard,
    defaultFrequency: view.model.hardware.frequencyMhz,
    frequencyOptions: traits.frequencyOptions,
    defaultVoltage: traits.coreMillivolts,
    voltageOptions: traits.voltageOptions,
  }
}
