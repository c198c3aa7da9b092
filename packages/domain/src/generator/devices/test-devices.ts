import type { LoadReading } from '../load/load-reading.ts'
import type { DeviceInPhase } from './counted-power.ts'
import type { DevicePhase, LastCommand } from './device-phase.ts'
import type { FollowedDevice } from './followed-device.ts'

/** A 5 kW miner that runs, measures its power and can do everything; for tests. */
export const aDevice = (over: Partial<FollowedDevice> = {}): FollowedDevice => ({
  id: 'a',
  mode: 'normal',
  isHashing: true,
  measuredPowerWatts: 5_000,
  ratedPowerWatts: 5_000,
  observedAt: 0,
  isReachable: true,
  curtailment: { sleepMs: 20_000, lower: { powerWatts: 3_000, confirmMs: 10_000 }, startMs: 60_000 },
  revenuePerKwh: 8,
  isWanted: true,
  ...over,
})

/** @internal For tests. */
export const inPhase = (
  phase: DevicePhase,
  over: Partial<FollowedDevice> = {},
  lastCommand: LastCommand | null = null,
): DeviceInPhase => ({
  device: aDevice(over),
  phase,
  lastCommand,
  isCutOff: false,
  isUnseen: false,
  isFresh: false,
  isUnmetered: false,
})

/** @internal For tests. */
export const aReading = (over: Partial<LoadReading> = {}): LoadReading => ({
  generatorLoadKw: 40,
  phasesKw: [],
  shipNeedsPower: false,
  powerSource: 'generator',
  arrivedAt: 0,
  source: 'test',
  ...over,
})
