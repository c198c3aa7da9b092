import type { EnvironmentSample } from '@shipminer/contract/power/environment'

/** Length of the finest stored buckets, and of those for long charts. */
export const fineMs = 5 * 60_000
export const coarseMs = 3_600_000

/** Watt seconds of a bucket and the seconds in which each figure was known; null when never known. */
export type PowerSums = {
  seconds: number
  generatorWs: number | null
  generatorSeconds: number
  shipWs: number | null
  shipSeconds: number
  miningWs: number | null
  miningSeconds: number
  allowedWs: number | null
  allowedSeconds: number
  /** Mining energy within what was allowed: what was used of the spare energy. */
  usedWs: number | null
  curtailedSeconds: number
  curtailedWs: number | null
  /** Fuel that mining took, mg, and its price, thousandths of a cent. */
  fuelMg: number | null
  fuelMc: number | null
  /** In which only miners gave the set its least load. */
  heldSeconds: number
  /** Time above the limit and above what the set can give, ms. */
  overLimitMs: number | null
  overCapacityMs: number | null
}

export type PowerBucket = PowerSums & { bucketAt: number }

const states = [
  'curtailed',
  'holding',
  'restoring',
  'load-unknown',
  'master-stop',
  'quiet-hours',
  'shore-power',
]

/** One sample as sums: power times the time it stands for. */
export function sumsOf(sample: EnvironmentSample): PowerSums {
  const seconds = sample.periodSeconds
  const ws = (watts: number | null) => (watts === null ? null : watts * seconds)
  const knownSeconds = (watts: number | null) => (watts === null ? 0 : seconds)
  const { generatorLoadWatts, shipLoadWatts, miningLoadWatts, allowedMiningWatts } = sample
  const isCurtailed = states.includes(sample.state) && sample.curtailedDevices > 0
  return {
    seconds,
    generatorWs: ws(generatorLoadWatts),
    generatorSeconds: knownSeconds(generatorLoadWatts),
    shipWs: ws(shipLoadWatts),
    shipSeconds: knownSeconds(shipLoadWatts),
    miningWs: ws(miningLoadWatts),
    miningSeconds: knownSeconds(miningLoadWatts),
    allowedWs: ws(allowedMiningWatts === null ? null : Math.max(0, allowedMiningWatts)),
    allowedSeconds: knownSeconds(allowedMiningWatts),
    usedWs:
      allowedMiningWatts === null || miningLoadWatts === null
        ? null
        : Math.min(Math.max(0, allowedMiningWatts), miningLoadWatts) * seconds,
    curtailedSeconds: isCurtailed ? seconds : 0,
    curtailedWs: isCurtailed ? ws(sample.curtailedWatts) : null,
    fuelMg: sample.fuelGramsPerHour === null ? null : Math.round((sample.fuelGramsPerHour * seconds) / 3.6),
    fuelMc:
      sample.fuelMillicentsPerHour === null
        ? null
        : Math.round((sample.fuelMillicentsPerHour * seconds) / 3_600),
    heldSeconds: sample.minimumLoad === 'held' ? seconds : 0,
    // No more than the period has.
    overLimitMs: sample.overLimitMs === null ? null : Math.min(sample.overLimitMs, seconds * 1_000),
    overCapacityMs: sample.overCapacityMs === null ? null : Math.min(sample.overCapacityMs, seconds * 1_000),
  }
}

/** Sum of two values; unknown plus known is known. */
export function addSums(a: PowerSums, b: PowerSums): PowerSums {
  const both = (x: number | null, y: number | null) => (x === null ? y : y === null ? x : x + y)
  return {
    seconds: a.seconds + b.seconds,
    generatorWs: both(a.generatorWs, b.generatorWs),
    generatorSeconds: a.generatorSeconds + b.generatorSeconds,
    shipWs: both(a.shipWs, b.shipWs),
    shipSeconds: a.shipSeconds + b.shipSeconds,
    miningWs: both(a.miningWs, b.miningWs),
    miningSeconds: a.miningSeconds + b.miningSeconds,
    allowedWs: both(a.allowedWs, b.allowedWs),
    allowedSeconds: a.allowedSeconds + b.allowedSeconds,
    usedWs: both(a.usedWs, b.usedWs),
    curtailedSeconds: a.curtailedSeconds + b.curtailedSeconds,
    curtailedWs: both(a.curtailedWs, b.curtailedWs),
    fuelMg: both(a.fuelMg, b.fuelMg),
    fuelMc: both(a.fuelMc, b.fuelMc),
    heldSeconds: a.heldSeconds + b.heldSeconds,
    overLimitMs: both(a.overLimitMs, b.overLimitMs),
    overCapacityMs: both(a.overCapacityMs, b.overCapacityMs),
  }
}

/** Sums per bucket of `lengthMs`, oldest first. A sample belongs to the bucket in which it ends. */
export function bucketsOf(
  samples: readonly { at: number; sample: EnvironmentSample }[],
  lengthMs: number,
): PowerBucket[] {
  const buckets = new Map<number, PowerBucket>()
  for (const { at, sample } of samples) {
    const bucketAt = Math.floor((at - 1) / lengthMs) * lengthMs
    const before = buckets.get(bucketAt)
    const sums = sumsOf(sample)
    buckets.set(bucketAt, { bucketAt, ...(before ? addSums(before, sums) : sums) })
  }
  return [...buckets.values()].sort((a, b) => a.bucketAt - b.bucketAt)
}
