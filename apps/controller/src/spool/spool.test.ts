import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Sample } from '@shipminer/contract/telemetry'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { createCrashingFiles } from './crashing-files.ts'
import { openSpool } from './spool.ts'
import type { Spool, SpoolDraft, SpoolEvent, SpoolOptions } from './spool-types.ts'

type Carry = { total: number }

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

function sample(id: number): Sample {
  return {
    deviceKey: `mac:02:00:00:00:00:${(id % 256).toString(16).padStart(2, '0')}`,
    sampledAt: 1_700_000_000_000 + id,
    periodSeconds: 30,
    state: 'mining',
    hashrateGhs: 230_000 + id,
    powerWatts: 5_510,
    temperatureDeciC: 655,
    uptimeSeconds: 1_000 + id,
    acceptedShares: 12,
    rejectedShares: 0,
    staleShares: null,
    acceptedDifficultyMilli: 6_291_456_000,
    flags: [],
  }
}

function draft(id: number, samples = 1): SpoolDraft<Carry> {
  return {
    samples: Array.from({ length: samples }, () => sample(id)),
    devices: [],
    events: [],
    carry: { key: { total: id } },
  }
}

function open(options: Partial<SpoolOptions> = {}): Promise<Spool<Carry>> {
  return openSpool<Carry>({
    directory,
    maxBytes: 2 ** 30,
    now: () => 1_700_000_000_000,
    log: silentLogger,
    onEvent: () => {},
    ...options,
  })
}

/** Everything the spool still holds for the server, in order. */
async function unsent(spool: Spool<Carry>): Promise<{ seq: number; id: number }[]> {
  const found: { seq: number; id: number }[] = []
  const last = spool.status().lastSeq ?? 0
  for (let seq = spool.nextUnsent(0, last); seq !== null; seq = spool.nextUnsent(seq + 1, last)) {
    const batch = await spool.read(seq)
    if (batch !== null) found.push({ seq: batch.seq, id: (batch.samples[0]?.hashrateGhs ?? 0) - 230_000 })
  }
  return found
}

describe('spool', () => {
  test('numbers rise by one and batches come back in order, also after a restart', async () => {
    const first = await open()
    expect(await Promise.all([1, 2, 3].map((id) => first.append(draft(id))))).toEqual([1, 2, 3])
    await first.close()
    const second = await open()
    expect(await second.append(draft(4))).toBe(4)
    expect(await unsent(second)).toEqual([1, 2, 3, 4].map((n) => ({ seq: n, id: n })))
    expect(second.carry.get('key')).toEqual({ total: 4 })
    await second.close()
  })

  test('is the same memory after a restart, with the mark that it saved', async () => {
    const first = await open()
    const mark = { turn: 3, token: 'some-token' }
    const { epoch } = first.identity()
    expect(first.identity()).toEqual({ epoch: expect.stringMatching(/^[a-f0-9-]{36}$/), mark: null })
    expect(await first.keepMark(mark)).toBe(true)
    await first.close()
    const second = await open()
    expect(second.identity()).toEqual({ epoch, mark })
    await second.close()
  })

  test('is another memory when its own file is lost, damaged or of a version without epochs', async () => {
    const seen = new Set<string>()
    for (const content of [null, '{"nextSeq":', '{"nextSeq":9,"settled":[],"droppedSamples":0}']) {
      const spool = await open()
      await spool.append(draft(1))
      await spool.keepMark({ turn: 1, token: 'some-token' })
      seen.add(spool.identity().epoch)
      await spool.close()
      if (content === null) await rm(join(directory, 'spool.json'))
      else await writeFile(join(directory, 'spool.json'), content)
      const after = await open()
      expect(after.identity().mark).toBeNull()
      seen.add(after.identity().epoch)
      await after.close()
    }
    expect(seen.size).toBe(4)
  })

  test('a new epoch keeps numbers and what waits, and forgets counts since an earlier run', async () => {
    const before = await open()
    await before.append(draft(1))
    await before.close()
    const spool = await open()
    const { epoch } = spool.identity()
    await spool.append({ ...draft(2), remembered: [sample(2).deviceKey] })
    await spool.append(draft(3))
    await spool.startEpoch()
    await spool.append({ ...draft(4, 2), remembered: [sample(4).deviceKey] })
    const counts = async (of: Spool<Carry>) =>
      (await Promise.all([1, 2, 3, 4].map((seq) => of.read(seq)))).map((batch) =>
        batch?.samples.map(({ acceptedShares, acceptedDifficultyMilli }) => [
          acceptedShares,
          acceptedDifficultyMilli,
        ]),
      )
    const known = [12, 6_291_456_000]
    const unknown = [null, null]
    const expected = [[known], [unknown], [known], [unknown, known]]
    expect(await counts(spool)).toEqual(expected)
    expect(spool.identity().epoch).not.toBe(epoch)
    const renewed = spool.identity()
    await spool.close()
    const after = await open()
    expect(after.identity()).toEqual(renewed)
    expect(await counts(after)).toEqual(expected)
    expect(await unsent(after)).toEqual([1, 2, 3, 4].map((n) => ({ seq: n, id: n })))
    await after.close()
  })

  test('tells of a batch only when it is on disk', async () => {
    const files = createCrashingFiles()
    const spool = await open({ files })
    const told: number[] = []
    spool.onDurable((seq) => told.push(seq))
    const appended = spool.append(draft(1))
    expect(told).toEqual([])
    await appended
    expect(told).toEqual([1])
    await files.cutPower((least) => least)
    const after = await open()
    expect(await unsent(after)).toEqual([{ seq: 1, id: 1 }])
    await after.close()
    await spool.close()
  })

  test('acknowledged segments are deleted, and their numbers and carried values are not forgotten', async () => {
    const spool = await open({ segmentBytes: 600 })
    for (let id = 1; id <= 10; id += 1) await spool.append(draft(id))
    spool.settle([1, 10])
    await spool.close()
    const left = (await readdir(directory)).filter((name) => name.startsWith('seg-'))
    expect(left.length).toBeLessThanOrEqual(1)
    for (const name of left) await rm(join(directory, name))
    const again = await open()
    expect(again.carry.get('key')).toEqual({ total: 10 })
    expect(await again.append(draft(11))).toBe(11)
    expect(await unsent(again)).toEqual([{ seq: 11, id: 11 }])
    await again.close()
  })

  test('full segments are packed and still read', async () => {
    const spool = await open({ segmentBytes: 600 })
    for (let id = 1; id <= 9; id += 1) await spool.append(draft(id))
    await spool.close()
    expect((await readdir(directory)).filter((name) => name.endsWith('.jsonl.gz')).length).toBeGreaterThan(2)
    const again = await open({ segmentBytes: 600 })
    again.settle([2, 4])
    expect((await unsent(again)).map(({ seq }) => seq)).toEqual([1, 5, 6, 7, 8, 9])
    expect(again.status()).toMatchObject({ unsentBatches: 6, firstUnsentSeq: 1, lastSeq: 9 })
    await again.close()
  })

  test('beyond its bound the oldest go first, counted', async () => {
    const events: SpoolEvent[] = []
    const spool = await open({ segmentBytes: 2_000, maxBytes: 4_000, onEvent: (event) => events.push(event) })
    for (let id = 1; id <= 60; id += 1) await spool.append(draft(id, 2))
    const kept = await unsent(spool)
    const dropped = events.reduce((sum, event) => sum + (event.count ?? 0), 0)
    expect(events.every(({ kind }) => kind === 'spool-dropped')).toBe(true)
    expect(spool.status().bytes).toBeLessThanOrEqual(4_000)
    expect(dropped).toBe(spool.status().droppedSamples)
    expect(dropped + kept.length * 2).toBe(120)
    expect(kept.at(-1)).toEqual({ seq: 60, id: 60 })
    await spool.close()
    const again = await open()
    expect(again.status().droppedSamples).toBe(dropped)
    expect(await unsent(again)).toEqual(kept)
    await again.close()
  })

  test('what was acknowledged is not counted as dropped', async () => {
    const spool = await open({ segmentBytes: 2_000, maxBytes: 4_000 })
    for (let id = 1; id <= 60; id += 1) {
      await spool.append(draft(id))
      spool.settle([id, id])
    }
    expect(spool.status()).toMatchObject({ droppedSamples: 0, unsentBatches: 0, oldestUnsentAt: null })
    await spool.close()
  })

  test('a full disk is told, the newest samples stay, and all goes on when there is room again', async () => {
    const events: SpoolEvent[] = []
    const files = createCrashingFiles()
    const spool = await open({ files, segmentBytes: 2_000, onEvent: (event) => events.push(event) })
    for (let id = 1; id <= 5; id += 1) await spool.append(draft(id))
    files.room = 0
    const waiting = [6, 7].map((id) => spool.append(draft(id)))
    // The reserve of 1 MiB is given up first: nothing is lost.
    expect(await Promise.all(waiting)).toEqual([6, 7])
    expect(events).toEqual([{ kind: 'spool-full', count: null }])
    expect(spool.status()).toMatchObject({ full: true, droppedSamples: 0 })
    expect((await readdir(directory)).includes('reserve.bin')).toBe(false)
    files.room = 0
    const late = await spool.append(draft(8))
    expect(late).toBe(8)
    await spool.close()
  })

  test('without a reserve the oldest segments make room for the newest samples, counted', async () => {
    const events: SpoolEvent[] = []
    const files = createCrashingFiles()
    const spool = await open({ files, segmentBytes: 4_000, onEvent: (event) => events.push(event) })
    for (let id = 1; id <= 60; id += 1) await spool.append(draft(id))
    await rm(join(directory, 'reserve.bin'))
    files.room = 0
    for (let id = 61; id <= 120; id += 1) expect(await spool.append(draft(id))).not.toBeNull()
    const kept = await unsent(spool)
    const dropped = events.reduce((sum, event) => sum + (event.count ?? 0), 0)
    expect(dropped).toBeGreaterThan(0)
    expect(dropped).toBe(spool.status().droppedSamples)
    expect(kept.map(({ id }) => id)).toEqual(
      Array.from({ length: 120 - dropped }, (_, index) => dropped + 1 + index),
    )
    expect(events.filter(({ kind }) => kind === 'spool-full')).toHaveLength(1)
    await spool.close()
  })

  test('with nothing left to give, samples are held in memory and written later under fresh numbers', async () => {
    const events: SpoolEvent[] = []
    const files = createCrashingFiles()
    files.room = 0
    const spool = await open({ files, onEvent: (event) => events.push(event) })
    const waiting = Promise.all([1, 2, 3].map((id) => spool.append(draft(id))))
    await expect.poll(() => spool.status().full).toBe(true)
    await expect.poll(() => spool.status().heldSamples).toBe(3)
    files.room = null
    // The next sample is the next try.
    expect(await spool.append(draft(4))).toBe(4)
    expect(await waiting).toEqual([1, 2, 3])
    expect(events).toEqual([{ kind: 'spool-full', count: null }])
    expect((await unsent(spool)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
    await spool.close()
  })

  test('with nothing left to give and a line, samples go ashore from memory under numbers that stay theirs', async () => {
    const files = createCrashingFiles()
    const spool = await open({ files })
    await spool.append(draft(1))
    spool.settle([1, 1])
    files.failFlushes = true
    const offered: number[] = []
    spool.onDurable((seq) => offered.push(seq))
    spool.setLine(true)
    const waiting = [2, 3, 4].map((id) => spool.append(draft(id)))
    await expect.poll(() => offered.length).toBe(3)
    expect((await unsent(spool)).map(({ id }) => id)).toEqual([2, 3, 4])
    const [two, three, four] = offered as [number, number, number]
    spool.settle([three, three])
    expect(await waiting[1]).toBe(three)
    expect(spool.status()).toMatchObject({ full: true, heldSamples: 2, unsentBatches: 2 })
    files.failFlushes = false
    const last = await spool.append(draft(5))
    expect(await Promise.all([waiting[0], waiting[2]])).toEqual([two, four])
    expect(offered).toEqual([two, three, four, last])
    expect((await unsent(spool)).map(({ seq, id }) => [seq, id])).toEqual([
      [two, 2],
      [four, 4],
      [last, 5],
    ])
    await spool.close()
    const again = await open()
    expect((await unsent(again)).map(({ id }) => id)).toEqual([2, 4, 5])
    expect(await again.append(draft(6))).toBeGreaterThan(Number(last))
    await again.close()
  })

  test('without a line they keep no number, so that a cut of the power costs none', async () => {
    const files = createCrashingFiles()
    const spool = await open({ files })
    await spool.append(draft(1))
    files.failFlushes = true
    void spool.append(draft(2))
    await expect.poll(() => spool.status().heldSamples).toBe(1)
    expect((await unsent(spool)).map(({ id }) => id)).toEqual([1])
    await spool.close()
  })

  test('damaged lines are counted with the times around them, once, however often they are read', async () => {
    let now = 1_700_000_000_000
    const spool = await open({ now: () => now })
    for (let id = 1; id <= 5; id += 1) {
      now += 30_000
      await spool.append(draft(id))
    }
    await spool.close()
    const name = (await readdir(directory)).find((fileName) => fileName.endsWith('.jsonl')) ?? ''
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n')
    for (const index of [1, 3]) lines[index] = lines[index]?.replace('"seq"', '"sEq"') ?? ''
    await writeFile(join(directory, name), lines.join('\n'))
    const damaged = { batches: 2, from: 1_700_000_030_000, to: 1_700_000_150_000 }
    for (let turn = 0; turn < 2; turn += 1) {
      const again = await open({ now: () => now })
      expect(again.status().damaged).toEqual(damaged)
      expect((await unsent(again)).map(({ id }) => id)).toEqual([1, 3, 5])
      again.agreeOnClock(7_000)
      await again.close()
    }
  })

  test('memory is bounded while the disk is full: the oldest held samples go', async () => {
    const files = createCrashingFiles()
    files.room = 0
    const spool = await open({ files })
    const results = Promise.all(Array.from({ length: 30 }, (_, id) => spool.append(draft(id, 1_000))))
    await expect.poll(() => spool.status().heldSamples).toBe(20_000)
    expect(spool.status().droppedSamples).toBe(10_000)
    files.room = null
    await spool.append(draft(99))
    const seqs = await results
    expect(seqs.filter((seq) => seq === null)).toHaveLength(11)
    expect(seqs.slice(11)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
    await spool.close()
  })

  test('after a failed flush the number is given up, so that it never means two batches', async () => {
    const files = createCrashingFiles()
    const spool = await open({ files })
    await spool.append(draft(1))
    files.failFlushes = true
    const waiting = spool.append(draft(2))
    await expect.poll(() => spool.status().full).toBe(true)
    files.failFlushes = false
    await spool.append(draft(3))
    expect(await waiting).toBeGreaterThan(2)
    expect((await unsent(spool)).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(spool.status().unsentBatches).toBe(3)
    await spool.close()
  })

  test('a damaged state file costs repeated sending, not samples', async () => {
    const spool = await open()
    await spool.append(draft(1))
    spool.settle([1, 1])
    await spool.close()
    await writeFile(join(directory, 'spool.json'), '{"nextSeq":')
    const again = await open()
    expect(await unsent(again)).toEqual([{ seq: 1, id: 1 }])
    expect(await again.append(draft(2))).toBe(2)
    await again.close()
  })

  test('a segment that cannot be read does not keep the spool from opening, and its numbers stay taken', async () => {
    const spool = await open()
    await spool.append(draft(1))
    await spool.close()
    const files = createCrashingFiles()
    const read = files.read
    files.read = async (path) => {
      if (path.endsWith('.jsonl')) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
      return read(path)
    }
    const again = await open({ files })
    expect(await again.append(draft(2))).toBeGreaterThan(1_000)
    expect((await unsent(again)).map(({ id }) => id)).toEqual([2])
    await again.close()
  })

  test('a segment that is there packed and unpacked, as a power cut may leave it, counts once', async () => {
    const spool = await open({ segmentBytes: 600 })
    for (let id = 1; id <= 7; id += 1) await spool.append(draft(id))
    await spool.close()
    for (const name of await readdir(directory)) {
      if (!name.endsWith('.gz')) continue
      const raw = gunzipSync(await readFile(join(directory, name)))
      await writeFile(join(directory, `${name.slice(0, 'seg-'.length + 16)}.jsonl`), raw)
    }
    await writeFile(join(directory, 'seg-0000000000000001-9-9-9.jsonl.gz.tmp'), 'half')
    const again = await open()
    expect((await unsent(again)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await again.append(draft(8))).toBe(8)
    await again.close()
    expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('a packed segment that lost its end gives what is left of it, and the rest is not waited for', async () => {
    const spool = await open({ segmentBytes: 3_000 })
    for (let id = 1; id <= 12; id += 1) await spool.append(draft(id))
    await spool.close()
    const name = (await readdir(directory)).find((fileName) => fileName.endsWith('.gz')) ?? ''
    const packed = await readFile(join(directory, name))
    await writeFile(join(directory, name), packed.subarray(0, packed.length - 60))
    const again = await open()
    const left = await unsent(again)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(12)
    expect(left.at(-1)).toEqual({ seq: 12, id: 12 })
    expect(again.status()).toMatchObject({
      droppedSamples: 12 - left.length,
      damaged: { batches: 12 - left.length },
    })
    expect(again.status().unsentBatches).toBe(left.length)
    await again.close()
  })

  test('the first number counts for a new spool or a lost state, and never for one that goes on', async () => {
    const spool = await open({ firstSeq: 1_000 })
    expect(spool.status().lastSeq).toBeNull()
    expect(await spool.append(draft(1))).toBe(1_000)
    await spool.close()
    const later = await open({ firstSeq: 2_000 })
    expect(later.status()).toMatchObject({ firstUnsentSeq: 1_000, lastSeq: 1_000 })
    expect(await later.append(draft(2))).toBe(1_001)
    await later.close()
    await rm(join(directory, 'spool.json'))
    const lost = await open({ firstSeq: 3_000 })
    expect(lost.status().lastSeq).toBe(2_999)
    expect((await unsent(lost)).map(({ seq }) => seq)).toEqual([1_000, 1_001])
    expect(await lost.append(draft(3))).toBe(3_000)
    await lost.close()
  })

  test('every flushed batch survives power cuts once and in order, and no number is used twice', async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 5 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('settle' as const),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('cut' as const),
          where: fc.double({ min: 0, max: 1, noNaN: true }),
          count: fc.integer({ min: 0, max: 4 }),
          turns: fc.nat(6),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await rm(directory, { recursive: true, force: true })
        let files = createCrashingFiles()
        let spool = await open({ files, segmentBytes: 1_500 })
        let nextId = 1
        const durable = new Map<number, number>()
        const acknowledged = new Set<number>()
        const appendSome = (count: number) =>
          Array.from({ length: count }, () => {
            const id = nextId
            nextId += 1
            return spool.append(draft(id)).then((seq) => {
              if (seq === null) return
              expect(durable.has(seq), `number ${seq} used twice`).toBe(false)
              durable.set(seq, id)
            })
          })
        for (const next of steps) {
          if (next.kind === 'append') await Promise.all(appendSome(next.count))
          if (next.kind === 'settle') {
            const seqs = [...durable.keys()]
            const first = seqs[Math.floor(next.share * (seqs.length - 1))]
            if (first === undefined) continue
            spool.settle([first, first + 2])
            for (const seq of [first, first + 1, first + 2]) if (durable.has(seq)) acknowledged.add(seq)
          }
          if (next.kind === 'restart') {
            await spool.close()
            files = createCrashingFiles()
            spool = await open({ files, segmentBytes: 1_500 })
          }
          if (next.kind === 'cut') {
            const underWay = appendSome(next.count)
            for (let turn = 0; turn < next.turns; turn += 1) await new Promise(setImmediate)
            await files.cutPower((least, most) => least + Math.floor((most - least) * next.where))
            await spool.close()
            await Promise.all(underWay)
            files = createCrashingFiles()
            spool = await open({ files, segmentBytes: 1_500 })
          }
          const held = await unsent(spool)
          const bySeq = new Map(held.map(({ seq, id }) => [seq, id]))
          expect(bySeq.size).toBe(held.length)
          expect(held.map(({ seq }) => seq)).toEqual([...bySeq.keys()].sort((a, b) => a - b))
          expect(held.map(({ id }) => id)).toEqual(held.map(({ id }) => id).sort((a, b) => a - b))
          for (const [seq, id] of durable) if (!acknowledged.has(seq)) expect(bySeq.get(seq)).toBe(id)
        }
        await spool.close()
      }),
      { numRuns: 60 },
    )
  })
})
