import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketMs } from '../batches/ingest-plan.ts'
import { noSums, sumColumns } from '../telemetry-sums.ts'
import { type Bucket, decodeDay, encodeDay } from './day-codec.ts'

const dayAt = Date.UTC(2026, 9, 25)

const value = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.maxSafeInteger().map((n) => Math.trunc(n / 4) + 0),
  fc.constantFrom(0, 2 ** 51, -(2 ** 51), 255, 256, 65_535, 65_536),
)
const sums = fc.record(
  Object.fromEntries(
    sumColumns.map(({ field, add }) => [field, add === 'sum' ? value : fc.option(value)]),
  ) as never,
) as fc.Arbitrary<Bucket['sums']>
const day = fc.uniqueArray(fc.integer({ min: 0, max: 287 }), { maxLength: 288 }).chain((indexes) =>
  fc.tuple(
    ...indexes.map((index) =>
      fc.record({
        at: fc.constant(dayAt + index * bucketMs),
        mask: fc.bigInt({ min: 0n, max: (1n << 60n) - 1n }),
        sums,
      }),
    ),
  ),
) as fc.Arbitrary<Bucket[]>
const encoded = (buckets: readonly Bucket[]) => {
  const block = encodeDay(dayAt, buckets)
  if (!block) throw new Error('not encoded')
  return block
}
const one = (over: Partial<Bucket> = {}): Bucket => ({
  at: dayAt,
  mask: 1023n,
  sums: { ...noSums, n: 10, accepted: null },
  ...over,
})

describe('a packed day', () => {
  test('is what was packed, for any values', () => {
    fc.assert(
      fc.property(day, (buckets) => {
        expect(decodeDay(dayAt, encoded(buckets))).toEqual(buckets.toSorted((a, b) => a.at - b.at))
      }),
      { numRuns: 150 },
    )
  })

  test('of no buckets is a day of no buckets', () => {
    expect(decodeDay(dayAt, encoded([]))).toEqual([])
  })

  test('refuses what it cannot hold exactly', () => {
    expect(encodeDay(dayAt, [one(), one()])).toBeNull()
    expect(encodeDay(dayAt, [one({ at: dayAt - bucketMs })])).toBeNull()
    expect(encodeDay(dayAt, [one({ at: dayAt + 1 })])).toBeNull()
    expect(encodeDay(dayAt, [one({ at: dayAt + 288 * bucketMs })])).toBeNull()
    for (const wrong of [2 ** 51 + 1, Number.NaN, 1.5, Number.POSITIVE_INFINITY])
      expect(encodeDay(dayAt, [one({ sums: { ...noSums, hashGh: wrong } })])).toBeNull()
    expect(encodeDay(dayAt, [one({ sums: { ...noSums, n: null as never } })])).toBeNull()
    for (const mask of [-1n, 1n << 60n]) expect(encodeDay(dayAt, [one({ mask })])).toBeNull()
  })

  test('that is broken anywhere is unknown, never another day and never an error', () => {
    const sample = Array.from({ length: 200 }, (_, index) =>
      one({ at: dayAt + index * bucketMs, sums: { ...noSums, n: 10, hashGh: 7_000_000 + index * 7919 } }),
    )
    const block = encoded(sample)
    fc.assert(
      fc.property(fc.nat(block.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const broken = Uint8Array.from(block)
        broken[at] = (broken[at] ?? 0) ^ flip
        const read = decodeDay(dayAt, broken)
        // A few bits of the head of a frame say nothing of what is in it.
        if (read !== null) expect(read).toEqual(sample)
      }),
      { numRuns: 500 },
    )
    for (let length = 0; length < block.length; length += 7)
      expect(decodeDay(dayAt, block.subarray(0, length))).toBeNull()
  })

  test('takes any bytes for what they are', () => {
    const first = Uint8Array.of(1)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        decodeDay(dayAt, bytes)
        const read = decodeDay(dayAt, Buffer.concat([first, zstdCompressSync(bytes)]))
        if (read !== null) expect(encodeDay(dayAt, read)).not.toBeNull()
      }),
      { numRuns: 500 },
    )
    expect(decodeDay(dayAt, Buffer.concat([first, zstdCompressSync(Buffer.alloc(100_000))]))).toBeNull()
    expect(decodeDay(dayAt, Uint8Array.of(2, 1, 2, 3))).toBeNull()
  })

  test('reads what version 1 wrote', () => {
    const golden =
      'ASi1L/0k3r0CADQDIQACAPiPQADzAAcEAMBB/wA/AAEAACRAAA92sJBB/wA6AFgACAEuwAEIQAAAAwAAAAAADwBACCgA4MNVcBrIgDkQBKiYfx0CFESZKSMXCJgDLuwALI58Uco='
    expect(decodeDay(dayAt, Buffer.from(golden, 'base64'))).toEqual([
      one(),
      one({
        at: dayAt + 5 * bucketMs,
        mask: (1n << 59n) | 5n,
        sums: { ...noSums, n: 2, hashGh: 70_000_000, tempMaxDc: -15, accepted: 3 },
      }),
    ])
  })
})
