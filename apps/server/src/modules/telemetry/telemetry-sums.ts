import type { TelemetrySums } from '../../platform/db/schema.ts'

/**
 * How each sum of the telemetry tables accumulates. `known`: null until a sample knew it, then the sum of what was known. To add a sum: a
 * column in a migration, a field in `TelemetrySums`, a line here, and its value in `sumsOfSample`.
 */
export const sumColumns = [
  { field: 'n', column: 'n', type: 'int4', add: 'sum' },
  { field: 'seconds', column: 'seconds', type: 'int8', add: 'sum' },
  { field: 'miningSeconds', column: 'mining_seconds', type: 'int8', add: 'sum' },
  { field: 'hashrateSeconds', column: 'hashrate_seconds', type: 'int8', add: 'sum' },
  { field: 'hashGh', column: 'hash_gh', type: 'int8', add: 'sum' },
  { field: 'blindHashGh', column: 'blind_hash_gh', type: 'int8', add: 'sum' },
  { field: 'powerSeconds', column: 'power_seconds', type: 'int8', add: 'sum' },
  { field: 'energyJ', column: 'energy_j', type: 'int8', add: 'sum' },
  { field: 'tempMaxDc', column: 'temp_max_dc', type: 'int2', add: 'max' },
  { field: 'accepted', column: 'accepted', type: 'int8', add: 'known' },
  { field: 'rejected', column: 'rejected', type: 'int8', add: 'known' },
  { field: 'stale', column: 'stale', type: 'int8', add: 'known' },
  { field: 'difficultyMilli', column: 'difficulty_milli', type: 'int8', add: 'sum' },
  { field: 'difficultyN', column: 'difficulty_n', type: 'int4', add: 'sum' },
] as const satisfies readonly {
  field: keyof TelemetrySums
  column: string
  type: string
  add: 'sum' | 'max' | 'known'
}[]

/** The measured part of a sample, in the units of `SampleSchema`. */
export type SampleValues = {
  periodSeconds: number
  /** Null is unknown. */
  state: string | null
  hashrateGhs: number | null
  powerWatts: number | null
  temperatureDc: number | null
  accepted: number | null
  rejected: number | null
  stale: number | null
  difficultyMilli: number | null
}

export function sumsOfSample(sample: SampleValues): TelemetrySums {
  const { periodSeconds, hashrateGhs, powerWatts, difficultyMilli } = sample
  const hashGh = hashrateGhs === null ? 0 : hashrateGhs * periodSeconds
  return {
    n: 1,
    seconds: periodSeconds,
    miningSeconds: sample.state === 'mining' ? periodSeconds : 0,
    hashrateSeconds: hashrateGhs === null ? 0 : periodSeconds,
    hashGh,
    blindHashGh: difficultyMilli === null ? hashGh : 0,
    powerSeconds: powerWatts === null ? 0 : periodSeconds,
    energyJ: powerWatts === null ? 0 : powerWatts * periodSeconds,
    tempMaxDc: sample.temperatureDc,
    accepted: sample.accepted,
    rejected: sample.rejected,
    stale: sample.stale,
    difficultyMilli: difficultyMilli ?? 0,
    difficultyN: difficultyMilli === null ? 0 : 1,
  }
}

const addKnown = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b)
const maxKnown = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** Adds `b` to `a` in place. Commutative and associative, so that the order of arrival has no effect. */
export function addTo(a: TelemetrySums, b: TelemetrySums): void {
  a.n += b.n
  a.seconds += b.seconds
  a.miningSeconds += b.miningSeconds
  a.hashrateSeconds += b.hashrateSeconds
  a.hashGh += b.hashGh
  a.blindHashGh += b.blindHashGh
  a.powerSeconds += b.powerSeconds
  a.energyJ += b.energyJ
  a.tempMaxDc = maxKnown(a.tempMaxDc, b.tempMaxDc)
  a.accepted = addKnown(a.accepted, b.accepted)
  a.rejected = addKnown(a.rejected, b.rejected)
  a.stale = addKnown(a.stale, b.stale)
  a.difficultyMilli += b.difficultyMilli
  a.difficultyN += b.difficultyN
}

/**
 * Both together.
 *
 * @internal For tests.
 */
export function addSums(a: TelemetrySums, b: TelemetrySums): TelemetrySums {
  const sum = { ...a }
  addTo(sum, b)
  return sum
}

export const noSums: TelemetrySums = {
  n: 0,
  seconds: 0,
  miningSeconds: 0,
  hashrateSeconds: 0,
  hashGh: 0,
  blindHashGh: 0,
  powerSeconds: 0,
  energyJ: 0,
  tempMaxDc: null,
  accepted: null,
  rejected: null,
  stale: null,
  difficultyMilli: 0,
  difficultyN: 0,
}
