import { describe, expect, test } from 'vitest'
import { type IngestRow, lateKeys, type OpenBucket, partKey, planIngest } from './ingest-plan.ts'

const open = 1_800_000_000_000
const minutes = (count: number) => count * 60_000

const row = (sampledAtMs: number, over: Partial<IngestRow> = {}): IngestRow => ({
  minerId: 1,
  sampledAtMs,
  periodSeconds: 30,
  state: 'mining',
  hashrateGhs: 100,
  powerWatts: null,
  temperatureDc: null,
  uptimeSeconds: null,
  accepted: null,
  rejected: null,
  stale: null,
  difficultyMilli: null,
  flags: 0,
  ...over,
})
const stateOf = (over: Partial<OpenBucket> = {}) =>
  new Map([[1, { bucketAt: open, mask: 0b1n, sampledAtMs: open + 2_000, ...over }]])
const none = new Map<string, bigint>()

describe('planIngest', () => {
  test('adds to the open bucket and takes the newest value', () => {
    const plan = planIngest([row(open + 5_000), row(open + 65_000)], stateOf(), none)
    expect(plan).toMatchObject({
      stored: 2,
      repeated: 0,
      parts: [],
      controllerParts: [{ bucketAt: open, miners: 0 }],
    })
    expect(plan.changes).toMatchObject([
      {
        bucketAt: open,
        mask: (1n << 1n) | (1n << 13n),
        startsAfresh: false,
        latest: { sampledAtMs: open + 65_000 },
      },
    ])
  })

  test('drops a second sample of a slot, of the same batch or of the row', () => {
    const plan = planIngest([row(open + 4_999), row(open + 5_000), row(open + 9_999)], stateOf(), none)
    expect(plan).toMatchObject({ stored: 1, repeated: 2 })
    expect(planIngest([row(open)], stateOf(), none)).toMatchObject({
      stored: 0,
      repeated: 1,
      changes: [],
      parts: [],
      controllerParts: [],
    })
  })

  test('starts a bucket afresh and leaves what lies between to the closed rows', () => {
    const plan = planIngest(
      [row(open + minutes(11)), row(open + minutes(5)), row(open + minutes(1))],
      stateOf(),
      none,
    )
    expect(plan.changes).toMatchObject([{ bucketAt: open + minutes(10), startsAfresh: true, sums: { n: 1 } }])
    expect(plan.parts.map(({ bucketAt }) => bucketAt - open)).toEqual([minutes(5), 0])
    expect(plan.controllerParts.map(({ miners }) => miners)).toEqual([1, 1, 0])
  })

  test('fills the past without touching the hot row', () => {
    const late = open - minutes(4)
    expect(lateKeys([row(late)], stateOf())).toEqual([{ minerId: 1, bucketAt: open - minutes(5) }])
    expect(planIngest([row(late)], stateOf(), none)).toMatchObject({
      stored: 1,
      changes: [],
      parts: [{ bucketAt: open - minutes(5) }],
      controllerParts: [{ miners: 1 }],
    })
    const taken = new Map([[partKey(1, open - minutes(5)), 1n << 12n]])
    expect(planIngest([row(late)], stateOf(), taken)).toMatchObject({ stored: 0, repeated: 1, parts: [] })
    expect(planIngest([row(late + 5_000)], stateOf(), taken)).toMatchObject({
      stored: 1,
      controllerParts: [{ miners: 0 }],
    })
  })

  test('a late sample can still be the newest, when the bucket was closed in silence', () => {
    const closed = stateOf({ bucketAt: open + minutes(5), mask: 0n, sampledAtMs: open + 2_000 })
    const plan = planIngest([row(open + 60_000)], closed, new Map([[partKey(1, open), 1n]]))
    expect(plan.changes).toMatchObject([
      {
        bucketAt: open + minutes(5),
        mask: 0n,
        startsAfresh: false,
        sums: { n: 0 },
        latest: { sampledAtMs: open + 60_000 },
      },
    ])
    expect(plan.parts).toMatchObject([{ bucketAt: open, sums: { n: 1 } }])
  })

  test('takes 5-second polling without a collision', () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      row(open + index * 5_000 + (index % 5) * 900, { periodSeconds: 5 }),
    )
    const plan = planIngest(rows, stateOf({ mask: 0n, sampledAtMs: null }), none)
    expect(plan).toMatchObject({ stored: 60, changes: [{ mask: (1n << 60n) - 1n, sums: { seconds: 300 } }] })
  })

  test('refuses a miner whose row it was not given', () => {
    expect(() => planIngest([row(open, { minerId: 2 })], stateOf(), none)).toThrow('no state row of miner 2')
  })
})
