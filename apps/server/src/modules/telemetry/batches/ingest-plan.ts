import type { TelemetrySums } from '../../../platform/db/schema.ts'
import { addTo, noSums, type SampleValues, sumsOfSample } from '../telemetry-sums.ts'

/** Width of a bucket, and of the slots by which a duplicate sample is recognised. */
export const bucketMs = 300_000
export const slotMs = 5_000

/** One sample of a known miner. `sampledAtMs` is on the server's clock. `flags` are bits in the order of `SampleFlagSchema`. */
export type IngestRow = SampleValues & {
  minerId: number
  sampledAtMs: number
  uptimeSeconds: number | null
  flags: number
}

/** The state of a miner's hot row: it contains all samples in `bucketAt`, `mask` has their slots; closed buckets are all older. */
export type OpenBucket = { bucketAt: number; mask: bigint; sampledAtMs: number | null }

/** Samples of one miner in one bucket that are not stored yet. */
export type Part = { minerId: number; bucketAt: number; mask: bigint; sums: TelemetrySums }

/** How the hot row of one miner changes: start `bucketAt` afresh (the old one closes) or add to the bucket that is open. */
export type StateChange = Part & {
  startsAfresh: boolean
  /** The newest sample when it is newer than the row's. */
  latest: IngestRow | null
}

/** Roll-up of a controller in one bucket; `miners` that had nothing in it before. */
export type ControllerPart = { bucketAt: number; sums: TelemetrySums; miners: number }

export type IngestPlan = {
  stored: number
  /** Samples whose slot was in use, by this batch or earlier. The first one stays. */
  repeated: number
  changes: StateChange[]
  /** Parts for buckets that are closed, or are being closed now. */
  parts: Part[]
  controllerParts: ControllerPart[]
}

export const bucketOf = (ms: number) => Math.floor(ms / bucketMs) * bucketMs
export const partKey = (minerId: number, bucketAt: number) => `${minerId}:${bucketAt}`

/** The (miner, bucket) pairs whose closed rows must be known before planning. */
export function lateKeys(
  rows: readonly IngestRow[],
  states: ReadonlyMap<number, OpenBucket>,
): { minerId: number; bucketAt: number }[] {
  const found = new Map<string, { minerId: number; bucketAt: number }>()
  for (const { minerId, sampledAtMs } of rows) {
    const bucketAt = bucketOf(sampledAtMs)
    if (bucketAt < (states.get(minerId)?.bucketAt ?? 0))
      found.set(partKey(minerId, bucketAt), { minerId, bucketAt })
  }
  return [...found.values()]
}

const slotBits = Array.from({ length: bucketMs / slotMs }, (_, slot) => 1n << BigInt(slot))

function bitOf(msInBucket: number): bigint {
  const bit = slotBits[Math.floor(msInBucket / slotMs)]
  if (bit === undefined) throw new RangeError(`no slot at ${msInBucket} ms`)
  return bit
}

type MinerPlan = { state: OpenBucket; parts: Part[]; latest: IngestRow | null }

/** Nearly always there is one, or it is the last one: a list costs less than a map. */
const findPart = (parts: readonly Part[], bucketAt: number) =>
  parts.findLast((part) => part.bucketAt === bucketAt)

/**
 * Decides where each sample goes, exactly: nothing is counted twice, and the order of arrival does not matter.
 * Pure; the caller holds the locks on the miners' rows.
 *
 * @param states hot rows of every miner in `rows`.
 * @param closedMasks slots taken in closed buckets, by `partKey`, for all of `lateKeys`.
 */
export function planIngest(
  rows: readonly IngestRow[],
  states: ReadonlyMap<number, OpenBucket>,
  closedMasks: ReadonlyMap<string, bigint>,
): IngestPlan {
  const byMiner = new Map<number, MinerPlan>()
  const controller = new Map<number, ControllerPart>()
  let stored = 0
  for (const row of rows) {
    const { minerId } = row
    let miner = byMiner.get(minerId)
    if (!miner) {
      const state = states.get(minerId)
      if (!state) throw new Error(`no state row of miner ${minerId}`)
      miner = { state, parts: [], latest: null }
      byMiner.set(minerId, miner)
    }
    const { state, parts } = miner
    const bucketAt = bucketOf(row.sampledAtMs)
    const bit = bitOf(row.sampledAtMs - bucketAt)
    const before =
      bucketAt === state.bucketAt
        ? state.mask
        : bucketAt > state.bucketAt
          ? 0n
          : (closedMasks.get(partKey(minerId, bucketAt)) ?? 0n)
    const part = findPart(parts, bucketAt)
    if (((part?.mask ?? 0n) | before) & bit) continue

    stored += 1
    const sums = sumsOfSample(row)
    if (part) {
      part.mask |= bit
      addTo(part.sums, sums)
    } else parts.push({ minerId, bucketAt, mask: bit, sums })
    if (row.sampledAtMs > (miner.latest?.sampledAtMs ?? state.sampledAtMs ?? Number.NEGATIVE_INFINITY))
      miner.latest = row

    const ship = controller.get(bucketAt)
    const isFirst = !part && before === 0n ? 1 : 0
    if (ship) {
      addTo(ship.sums, sums)
      ship.miners += isFirst
    } else controller.set(bucketAt, { bucketAt, sums: { ...sums }, miners: isFirst })
  }

  const changes: StateChange[] = []
  const parts: Part[] = []
  for (const [minerId, { state, parts: ofMiner, latest }] of byMiner) {
    if (ofMiner.length === 0) continue
    const newest = ofMiner.reduce((newest, { bucketAt }) => Math.max(newest, bucketAt), state.bucketAt)
    const open = findPart(ofMiner, newest)
    for (const part of ofMiner) if (part !== open) parts.push(part)
    if (open || latest)
      changes.push({
        ...(open ?? { minerId, bucketAt: newest, mask: 0n, sums: noSums }),
        startsAfresh: newest > state.bucketAt,
        latest,
      })
  }
  return { stored, repeated: rows.length - stored, changes, parts, controllerParts: [...controller.values()] }
}
