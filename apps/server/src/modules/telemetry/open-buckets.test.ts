import type { Sample } from '@shipminer/contract/telemetry'
import type { DeviceReport } from '@shipminer/contract/uplink'
import { buildBatch, buildDeviceReport, buildSample } from '@shipminer/testkit/telemetry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { createTelemetry } from './telemetry.service.ts'
import { addController, readStored, recompute } from './telemetry-testing.ts'

const start = Date.UTC(2026, 10, 20, 12)
const second = 1_000
const minute = 60 * second
const receivedAt = start + 60 * minute
const deviceKeys = ['serial:1', 'serial:2']

describeEachEngine('samples for buckets that a process left open', ({ engine, store }) => {
  /** Two processes that store what one box sends. */
  const open = async () => {
    const controllerId = await addController(store().db)
    const processes = [createTelemetry(store()), createTelemetry(store())] as const
    const { epochId } = await processes[0].meetMemory(
      controllerId,
      { epoch: 'epoch-one', mark: null, lastSeq: null },
      start,
    )
    let seq = 0
    const accepted: Sample[] = []
    const send = async (by: 0 | 1, samples: Sample[], number?: number, devices: DeviceReport[] = []) => {
      seq += 1
      const batch = buildBatch(number ?? seq, samples, { devices })
      const memory = { epochId: epochId ?? 0, content: batch }
      const result = await processes[by].ingestBatch({
        controllerId,
        batch,
        memory,
        clockOffsetMs: 0,
        receivedAt,
      })
      if (!result.conflict && !result.duplicate) accepted.push(...samples)
      return result
    }
    const sendOfAll = (by: 0 | 1, at: number) =>
      send(
        by,
        deviceKeys.map((deviceKey) => buildSample({ deviceKey, sampledAt: start + at })),
      )
    const expectAllStored = async () =>
      expect(await readStored(store().db, controllerId)).toEqual(recompute(accepted))
    return { controllerId, processes, send, sendOfAll, expectAllStored }
  }

  test('are added without reading what is there', async () => {
    const { sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    let statements = 0
    store().onStatement(() => {
      statements += 1
    })
    expect(await sendOfAll(0, 30 * second)).toMatchObject({ stored: 2, repeated: 0 })
    // Begin, the lock, the hot rows, the number, the ship's sums, the signal, commit.
    expect(statements).toBe(7)
    expect(await sendOfAll(0, 5 * minute)).toMatchObject({ stored: 2 })
    expect(statements).toBeGreaterThan(7 + 7)
    store().onStatement(() => undefined)
    await expectAllStored()
  })

  test('find their place when another process opened newer ones', async () => {
    const { sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    await sendOfAll(1, 5 * minute)
    expect(await sendOfAll(0, 30 * second)).toMatchObject({ stored: 2 })
    expect(await sendOfAll(0, minute)).toMatchObject({ stored: 2 })
    await expectAllStored()
  })

  test('count once when another process took their slot', async () => {
    const { send, sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    await send(1, [buildSample({ deviceKey: 'serial:1', sampledAt: start + 60 * second, hashrateGhs: 5 })])
    expect(await sendOfAll(0, 62 * second)).toMatchObject({ stored: 1, repeated: 1 })
    await expectAllStored()
  })

  test('do not take the place of newer ones', async () => {
    const { send, sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    await send(1, [buildSample({ deviceKey: 'serial:2', sampledAt: start + 120 * second, hashrateGhs: 7 })])
    expect(await sendOfAll(0, 90 * second)).toMatchObject({ stored: 2 })
    await expectAllStored()
  })

  test('find their place when a sweep closed the buckets', async () => {
    const { processes, sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    expect(await processes[1].sweep(start + 30 * minute)).toBeGreaterThanOrEqual(2)
    expect(await sendOfAll(0, 30 * second)).toMatchObject({ stored: 2 })
    expect(await sendOfAll(0, 5 * minute)).toMatchObject({ stored: 2 })
    await expectAllStored()
  })

  test('are not stored under a number that has other content, nor twice', async () => {
    const { send, sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    const next = deviceKeys.map((deviceKey) => buildSample({ deviceKey, sampledAt: start + 30 * second }))
    const other = deviceKeys.map((deviceKey) => buildSample({ deviceKey, sampledAt: start + 60 * second }))
    expect(await send(0, next, 90)).toMatchObject({ stored: 2 })
    expect(await send(0, other, 90)).toMatchObject({ stored: 0, conflict: true })
    expect(await send(0, next, 90)).toMatchObject({ stored: 0, duplicate: true })
    await expectAllStored()
  })

  test('come with what their miners and new ones tell of themselves', async () => {
    const { controllerId, send, sendOfAll, expectAllStored } = await open()
    await sendOfAll(0, 0)
    const reports = ['serial:2', 'serial:new'].map((key) =>
      buildDeviceReport({
        observedAt: start,
        identity: { key, serial: key },
        detail: { expectedHashrateGhs: 120_000 },
      }),
    )
    const next = deviceKeys.map((deviceKey) => buildSample({ deviceKey, sampledAt: start + 30 * second }))
    const { minerIds, stored } = await send(0, next, undefined, reports)
    expect(stored).toBe(2)
    const rows = await store()
      .db.selectFrom('miners as m')
      .innerJoin('minerState as s', 's.minerId', 'm.id')
      .select(['m.id', 'm.serial', 's.expectedGhs', 's.work'])
      .where('m.controllerId', '=', controllerId)
      .orderBy('m.deviceKey')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual(minerIds.toSorted((a, b) => a - b))
    expect(rows).toMatchObject([
      { serial: null, expectedGhs: null, work: 'works' },
      { serial: 'serial:2', expectedGhs: 120_000, work: 'works' },
      { serial: 'serial:new', expectedGhs: 120_000, work: 'never' },
    ])
    await sendOfAll(0, 60 * second)
    await expectAllStored()
  })

  test('of any order, from two processes, equal a naive recomputation', async () => {
    const batches = fc.array(
      fc.record({
        by: fc.constantFrom(0 as const, 1 as const),
        at: fc.integer({ min: 0, max: 11 * 60 }),
        keys: fc.subarray(deviceKeys, { minLength: 1 }),
        more: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 2 }),
        sweepAt: fc.option(fc.integer({ min: 10, max: 25 }), { nil: null, freq: 6 }),
      }),
      { minLength: 2, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(batches, async (plans) => {
        const { processes, send, expectAllStored } = await open()
        // Mostly forward, as a box sends, so that most find the bucket open.
        for (const { by, at, keys, more, sweepAt } of plans.toSorted(
          (a, b) => Math.floor(a.at / 90) - Math.floor(b.at / 90),
        )) {
          const times = [at, ...more.map((later) => at + later)]
          const samples = times.flatMap((time) =>
            keys.map((deviceKey) =>
              buildSample({
                deviceKey,
                sampledAt: start + time * second,
                hashrateGhs: 1_000 + time,
                acceptedShares: time % 3 === 0 ? null : time,
              }),
            ),
          )
          const { stored, repeated } = await send(by, samples)
          expect(stored + repeated).toBe(samples.length)
          if (sweepAt !== null) await processes[by].sweep(start + sweepAt * minute)
        }
        await expectAllStored()
      }),
      { numRuns: engine === 'embedded' ? 15 : 40 },
    )
  })
})
