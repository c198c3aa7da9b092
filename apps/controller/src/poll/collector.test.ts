import type { Sample } from '@shipminer/contract/telemetry'
import { BatchSchema } from '@shipminer/contract/uplink'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import type { SpoolDraft } from '../spool/spool-types.ts'
import { type Collector, createCollector } from './collector.ts'
import type { CounterTotals } from './counters.ts'
import { toDetail } from './device-report.ts'
import { buildIdentity, buildReading } from './test-readings.ts'
import { toSample } from './to-sample.ts'

let drafts: SpoolDraft<CounterTotals>[]
let collector: Collector

const totals: CounterTotals = {
  sampledAt: 1,
  uptimeSeconds: 1,
  acceptedShares: 1,
  rejectedShares: 1,
  staleShares: 1,
  acceptedDifficultyMilli: 1,
}

const sampleOf = (id: number): Sample =>
  toSample({
    deviceKey: `serial:${id}`,
    sampledAt: id,
    periodSeconds: 30,
    reading: buildReading(),
    deltas: { acceptedShares: null, rejectedShares: null, staleShares: null, acceptedDifficultyMilli: null },
    reset: false,
  })

const reportOf = (model: string, pools = 0) => ({
  observedAt: 1,
  identity: buildIdentity({ model }),
  detail: {
    ...toDetail(buildReading()),
    pools: Array.from({ length: pools }, () => ({
      url: 'u',
      user: null,
      status: 'alive' as const,
      active: true,
      priority: 0,
    })),
  },
  unreachable: null,
})

beforeEach(() => {
  drafts = []
  collector = createCollector({
    append: async (draft) => drafts.push(draft),
    windowMs: 5,
    log: silentLogger,
  })
})

describe('collector', () => {
  test('what comes within the window goes into one batch, with its totals', async () => {
    collector.addSample(sampleOf(1), totals)
    collector.addSample(sampleOf(2), totals)
    collector.addReport(reportOf('S19'))
    collector.addEvent({ at: 1, kind: 'device-found', deviceKey: 'serial:1', count: null })
    expect(drafts).toEqual([])
    await expect.poll(() => drafts.length).toBe(1)
    expect(drafts[0]).toMatchObject({
      samples: [{ deviceKey: 'serial:1' }, { deviceKey: 'serial:2' }],
      carry: { 'serial:1': totals, 'serial:2': totals },
    })
    expect(drafts[0]?.devices).toHaveLength(1)
    expect(drafts[0]?.events).toHaveLength(1)
  })

  test('a large burst is cut into batches that the wire takes', async () => {
    for (let id = 0; id < 2_300; id += 1) collector.addSample(sampleOf(id), totals)
    for (let id = 0; id < 700; id += 1) collector.addReport(reportOf(`m${id}`))
    for (let id = 0; id < 120; id += 1)
      collector.addEvent({ at: id, kind: 'device-found', deviceKey: `serial:${id}`, count: null })
    await collector.flush()
    expect(drafts.map(({ samples }) => samples.length)).toEqual([1_000, 1_000, 300])
    expect(drafts.flatMap(({ devices }) => devices)).toHaveLength(700)
    expect(drafts.flatMap(({ events }) => events)).toHaveLength(120)
    for (const { carry, ...content } of drafts) {
      expect(Object.keys(carry).sort()).toEqual(content.samples.map(({ deviceKey }) => deviceKey).sort())
      expect(BatchSchema.safeParse({ seq: 1, ...content }).success).toBe(true)
    }
  })

  test('what the server could not read never reaches the spool; impossible figures are unknown', async () => {
    collector.addSample({ ...sampleOf(1), hashrateGhs: 0.5 }, totals)
    collector.addSample({ ...sampleOf(2), periodSeconds: 1e9 }, totals)
    collector.addReport(reportOf('S19', 99))
    collector.addReport(reportOf(`S19\u0000\ud800${'x'.repeat(500)}`))
    await collector.flush()
    expect(drafts).toHaveLength(1)
    expect(drafts[0]).toMatchObject({
      samples: [{ hashrateGhs: null }],
      devices: [
        { identity: { model: 'S19' }, detail: { pools: [] } },
        { identity: { model: `S19\ufffd${'x'.repeat(115)}` } },
      ],
    })
    expect(drafts[0]?.samples).toHaveLength(1)
  })

  test('a long full disk is one event with one sum', async () => {
    for (const count of [5, 7]) collector.addEvent({ at: 1, kind: 'spool-dropped', deviceKey: null, count })
    for (let again = 0; again < 3; again += 1)
      collector.addEvent({ at: 1, kind: 'spool-full', deviceKey: null, count: null })
    await collector.flush()
    expect(drafts[0]?.events).toMatchObject([{ kind: 'spool-dropped', count: 12 }, { kind: 'spool-full' }])
  })
})
