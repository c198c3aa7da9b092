import type { PowerSettings } from '@shipminer/contract/power/environment'
import { type RecordedLoad, type ReplayedMiner, replay } from '@shipminer/domain/generator/replay'
import { followerSettingsOf } from '@shipminer/domain/generator/wished-settings'
import type { WeekMiner } from './power.repository.ts'
import type { PowerBucket } from './power-sums.ts'

/** Longest time a stock Antminer, the slowest common model, takes to be seen asleep, and to run at full power again. */
const slowestSleepMs = 180_000
const slowestStartMs = 240_000
/** With less data than this the answer is not meaningful. */
const enoughSteps = (24 * 3600) / 300

export type Preview = {
  spareWh: number
  usedWh: number
  curtailedSeconds: number
  lostSat: number | null
  warnings: string[]
}

/**
 * What the last week would have been with other settings: the law run over the ship's mean load of every five minutes. Peaks within them
 * are not known, so the real number of shedding events is higher.
 */
export function previewSettings(input: {
  settings: PowerSettings
  buckets: readonly PowerBucket[]
  miners: readonly WeekMiner[]
  /** What a watt second of mining earned in that week, satoshi; null is unknown. */
  satPerWs: number | null
}): Preview {
  const { settings, buckets, miners, satPerWs } = input
  const loads: RecordedLoad[] = buckets.map((bucket) => ({
    at: bucket.bucketAt,
    shipLoadKw:
      bucket.shipWs === null || bucket.shipSeconds === 0 ? null : bucket.shipWs / bucket.shipSeconds / 1000,
  }))
  const replayed: ReplayedMiner[] = miners.map((miner) => ({
    id: miner.deviceKey,
    ratedPowerWatts: miner.watts,
    curtailment: {
      sleepMs: miner.canSleep ? slowestSleepMs : null,
      lower: null,
      startMs: slowestStartMs,
    },
    revenuePerKwh: miner.hashPerWs,
  }))
  const { report, overloads } = replay(loads, followerSettingsOf(settings), replayed)
  return {
    spareWh: Math.round(report.possibleKwh * 1000),
    usedWh: Math.round(report.usedKwh * 1000),
    curtailedSeconds: Math.round(report.curtailedHours * 3600),
    lostSat: satPerWs === null ? null : Math.round(report.curtailedKwh * 3_600_000 * satPerWs),
    warnings: [
      ...(loads.filter(({ shipLoadKw }) => shipLoadKw !== null).length < enoughSteps ? ['little-data'] : []),
      ...(overloads > 0 ? ['overloads'] : []),
      ...(miners.some(({ canSleep }) => !canSleep) ? ['not-curtailable'] : []),
      ...(miners.length === 0 ? ['no-miners'] : []),
    ],
  }
}
