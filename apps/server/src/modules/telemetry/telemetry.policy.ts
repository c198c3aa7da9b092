import { type Sample, SampleFlagSchema, stateOfSample } from '@shipminer/contract/telemetry'
import type { IngestRow } from './batches/ingest-plan.ts'
import { oldestKept } from './partitions/partitions.ts'

/**
 * The most that one device can plausibly report in one sample. Anything above is a broken answer and counts as unknown; the limits also
 * keep every sum of a day and a ship within 64 bits, and mostly within JavaScript's safe integers.
 */
export const plausible = {
  hashrateGhs: 10_000_000,
  powerWatts: 1_000_000,
  temperatureDeciC: { min: -1_000, max: 3_000 },
  uptimeSeconds: 4_000_000_000,
  shares: 1_000_000,
  acceptedDifficultyMilli: 500_000_000_000,
}

/** How far ahead of the server's clock a corrected sample may be: the measured offset contains half a round trip. */
export const futureToleranceMs = 120_000

/** Whether a sample taken at `sampledAtMs` (server's clock) is stored. */
export function classifySampleTime(
  sampledAtMs: number,
  receivedAtMs: number,
): 'stored' | 'too-old' | 'too-new' {
  if (sampledAtMs < oldestKept(receivedAtMs)) return 'too-old'
  return sampledAtMs > receivedAtMs + futureToleranceMs ? 'too-new' : 'stored'
}

const flagOrder = SampleFlagSchema.options

export function flagBits(flags: Sample['flags']): number {
  return flags.reduce((bits, flag) => bits | (1 << flagOrder.indexOf(flag)), 0)
}

export function flagsOfBits(bits: number): Sample['flags'] {
  return flagOrder.filter((_, index) => bits & (1 << index))
}

/** A sample as it is stored. Implausible figures become unknown. */
export function ingestRowOf(sample: Sample, minerId: number, sampledAtMs: number): IngestRow {
  let wasMended = false
  const within = (value: number | null, max: number, min = 0) => {
    if (value === null || (value >= min && value <= max)) return value
    wasMended = true
    return null
  }
  const { min, max } = plausible.temperatureDeciC
  const row = {
    minerId,
    sampledAtMs,
    periodSeconds: sample.periodSeconds,
    state: stateOfSample(sample),
    hashrateGhs: within(sample.hashrateGhs, plausible.hashrateGhs),
    powerWatts: within(sample.powerWatts, plausible.powerWatts),
    temperatureDc: within(sample.temperatureDeciC, max, min),
    uptimeSeconds: within(sample.uptimeSeconds, plausible.uptimeSeconds),
    accepted: within(sample.acceptedShares, plausible.shares),
    rejected: within(sample.rejectedShares, plausible.shares),
    stale: within(sample.staleShares, plausible.shares),
    difficultyMilli: within(sample.acceptedDifficultyMilli, plausible.acceptedDifficultyMilli),
    flags: flagBits(sample.flags),
  }
  if (wasMended) row.flags |= flagBits(['value-out-of-range'])
  return row
}
