import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TelemetrySums } from '../../../platform/db/schema.ts'
import { bucketMs } from '../batches/ingest-plan.ts'
import { sumColumns } from '../telemetry-sums.ts'

/** The closed 5-minute values of one miner at one time; `mask` has the slots that are in use. */
export type Bucket = { at: number; mask: bigint; sums: TelemetrySums }

const bucketsADay = 288
const presenceBytes = bucketsADay / 8
/** Changes with every change of what follows it; a reader of older blocks stays. */
const version = 1
/** Up to here a difference of two values, doubled, is exact. */
const largest = 2 ** 51
const maskHalf = 30n
const maskLimit = 1n << 60n
const maskHalfLimit = 2 ** Number(maskHalf)
/** A day with every value known and at its widest is below this; anything larger is none of ours. */
const largestBody = 64_000
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

type Value = number | null
/** The parts of a bucket in the order in which they are written. */
const columnCount = 2 + sumColumns.length
const valuesOf = ({ mask, sums }: Bucket): Value[] => [
  Number(mask & ((1n << maskHalf) - 1n)),
  Number(mask >> maskHalf),
  ...sumColumns.map(({ field }) => sums[field]),
]
const mayBeUnknown = (column: number) => column >= 2 && sumColumns[column - 2]?.add !== 'sum'

/** Where each sum stands among the columns. */
const at = Object.fromEntries(sumColumns.map(({ field }, index) => [field, index + 2])) as Record<
  keyof TelemetrySums,
  number
>

/** The sums of each bucket, with its time. Written out, since a month of a miner makes nine thousand of these. */
function pointsOf(dayAt: number, { present, columns }: Day): (TelemetrySums & { at: number })[] {
  const column = (field: keyof TelemetrySums) => columns[at[field]] ?? []
  const n = column('n')
  const seconds = column('seconds')
  const miningSeconds = column('miningSeconds')
  const hashrateSeconds = column('hashrateSeconds')
  const hashGh = column('hashGh')
  const blindHashGh = column('blindHashGh')
  const powerSeconds = column('powerSeconds')
  const energyJ = column('energyJ')
  const tempMaxDc = column('tempMaxDc')
  const accepted = column('accepted')
  const rejected = column('rejected')
  const stale = column('stale')
  const difficultyMilli = column('difficultyMilli')
  const difficultyN = column('difficultyN')
  return present.map((index, row) => ({
    at: dayAt + index * bucketMs,
    n: n[row] ?? 0,
    seconds: seconds[row] ?? 0,
    miningSeconds: miningSeconds[row] ?? 0,
    hashrateSeconds: hashrateSeconds[row] ?? 0,
    hashGh: hashGh[row] ?? 0,
    blindHashGh: blindHashGh[row] ?? 0,
    powerSeconds: powerSeconds[row] ?? 0,
    energyJ: energyJ[row] ?? 0,
    tempMaxDc: tempMaxDc[row] ?? null,
    accepted: accepted[row] ?? null,
    rejected: rejected[row] ?? null,
    stale: stale[row] ?? null,
    difficultyMilli: difficultyMilli[row] ?? 0,
    difficultyN: difficultyN[row] ?? 0,
  }))
}

const isFitting = (value: Value, column: number) =>
  value === null ? mayBeUnknown(column) : Number.isSafeInteger(value) && Math.abs(value) <= largest

/**
 * One UTC day of one miner as bytes: which buckets there are, then column by column which values are unknown, and how far each of the others
 * is from the middle one, first the lowest byte of all, then the next. Such planes are mostly equal bytes, and are compressed.
 * @param dayAt its midnight, ms.
 * @returns null for what this cannot hold exactly: a value beyond 2^51, a bucket twice, or none of this day.
 */
export function encodeDay(dayAt: number, buckets: readonly Bucket[]): Uint8Array | null {
  const sorted = buckets.toSorted((a, b) => a.at - b.at)
  const presence = new Uint8Array(presenceBytes)
  for (const { at, mask } of sorted) {
    const index = (at - dayAt) / bucketMs
    const isFree = Number.isInteger(index) && index >= 0 && index < bucketsADay && !isSet(presence, index)
    if (!isFree || mask < 0n || mask >= maskLimit) return null
    set(presence, index)
  }
  const rows = sorted.map(valuesOf)
  if (!rows.every((values) => values.every(isFitting))) return null
  const columns = Array.from({ length: columnCount }, (_, column) =>
    encodeColumn(rows.map((values) => values[column] ?? null)),
  )
  return Buffer.concat([
    Uint8Array.of(version),
    zstdCompressSync(Buffer.concat([presence, ...columns]), zstd),
  ])
}

type Day = { present: number[]; columns: Value[][] }

/** @returns the buckets, oldest first; null when the bytes are not what `encodeDay` writes: what was in them is unknown then. */
export function decodeDay(dayAt: number, block: Uint8Array): Bucket[] | null {
  const day = readDay(block)
  if (!day) return null
  const [low = [], high = []] = day.columns
  return pointsOf(dayAt, day).map(({ at, ...sums }, row) => ({
    at,
    mask: (BigInt(high[row] ?? 0) << maskHalf) | BigInt(low[row] ?? 0),
    sums,
  }))
}

/** The same for who only reads: without the slots, which take time. */
export function decodePoints(dayAt: number, block: Uint8Array): (TelemetrySums & { at: number })[] | null {
  const day = readDay(block)
  return day && pointsOf(dayAt, day)
}

function readDay(block: Uint8Array): Day | null {
  if (block[0] !== version) return null
  try {
    return readBody(zstdDecompressSync(block.subarray(1), { maxOutputLength: largestBody }))
  } catch {
    return null
  }
}

function readBody(body: Uint8Array): Day | null {
  const presence = body.subarray(0, presenceBytes)
  if (presence.length < presenceBytes) return null
  const present: number[] = []
  for (let index = 0; index < bucketsADay; index++) if (isSet(presence, index)) present.push(index)
  let rest = body.subarray(presenceBytes)
  const columns: Value[][] = []
  for (let column = 0; column < columnCount; column++) {
    const read = decodeColumn(rest, present.length)
    if (!read?.values.every((value) => isFitting(value, column))) return null
    columns.push(read.values)
    rest = read.rest
  }
  const isMask = (half: Value) => half !== null && half >= 0 && half < maskHalfLimit
  return rest.length === 0 && columns.slice(0, 2).every((halves) => halves.every(isMask))
    ? { present, columns }
    : null
}

const isSet = (bits: Uint8Array, index: number) => (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1
const set = (bits: Uint8Array, index: number) => {
  bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
}

/** How many bytes a value has, whether any is unknown, the middle value (8 bytes), the bits of those that are unknown, the planes. */
const headBytes = 10

function encodeColumn(values: readonly Value[]): Uint8Array {
  const known = values.filter((value) => value !== null)
  const middle = known.toSorted((a, b) => a - b)[known.length >> 1] ?? 0
  const distances = known.map((value) => (value >= middle ? 2 * (value - middle) : 2 * (middle - value) - 1))
  let width = 0
  for (let most = distances.reduce((a, b) => Math.max(a, b), 0); most >= 1; most /= 256) width++
  const hasUnknown = known.length < values.length
  const unknownBytes = hasUnknown ? Math.ceil(values.length / 8) : 0
  const bytes = Buffer.alloc(headBytes + unknownBytes + width * known.length)
  bytes.writeUInt8(width, 0)
  bytes.writeUInt8(hasUnknown ? 1 : 0, 1)
  bytes.writeDoubleLE(middle, 2)
  const unknown = bytes.subarray(headBytes, headBytes + unknownBytes)
  for (const [row, value] of values.entries()) if (value === null) set(unknown, row)
  let at = headBytes + unknownBytes
  for (let plane = 0; plane < width; plane++)
    for (const distance of distances) bytes[at++] = Math.floor(distance / 256 ** plane) % 256
  return bytes
}

function decodeColumn(body: Uint8Array, rows: number): { values: Value[]; rest: Uint8Array } | null {
  const width = body[0] ?? 0
  const unknownBytes = body[1] === 1 ? Math.ceil(rows / 8) : 0
  if (body.length < headBytes + unknownBytes || width > 7 || (body[1] ?? 0) > 1) return null
  const middle = new DataView(body.buffer, body.byteOffset).getFloat64(2, true)
  const unknown = body.subarray(headBytes, headBytes + unknownBytes)
  const known: number[] = []
  for (let row = 0; row < rows; row++) if (unknownBytes === 0 || !isSet(unknown, row)) known.push(row)
  const start = headBytes + unknownBytes
  const end = start + width * known.length
  if (body.length < end) return null
  if (width === 0 && known.length === rows)
    return { values: new Array<Value>(rows).fill(middle), rest: body.subarray(end) }
  const values = new Array<Value>(rows).fill(null)
  for (let index = 0; index < known.length; index++) {
    let distance = 0
    for (let plane = width - 1; plane >= 0; plane--)
      distance = distance * 256 + (body[start + plane * known.length + index] as number)
    const half = Math.floor(distance / 2)
    values[known[index] as number] = distance === 2 * half ? middle + half : middle - half - 1
  }
  return { values, rest: body.subarray(end) }
}
