import { buildBatch, buildSample } from '@shipminer/testkit/telemetry'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { SweepError } from '../../../platform/jobs/for-each-isolated.ts'
import { createTelemetry } from '../telemetry.service.ts'
import { addController } from '../telemetry-testing.ts'

const day = 86_400_000
const minute = 60_000
/** Noon of the day on which clocks go back in Amsterdam. */
const noon = Date.UTC(2026, 9, 25, 12)
const later = noon + 3 * day
const deviceKeys = ['serial:1', 'serial:2']

describeEachEngine('packing of days', ({ store }) => {
  const open = async () => {
    const telemetry = createTelemetry(store())
    const controllerId = await addController(store().db)
    let seq = 0
    const ingest = (samples: Parameters<typeof buildSample>[0][], receivedAt = later) =>
      telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(++seq, samples.map(buildSample)),
        clockOffsetMs: 0,
        receivedAt,
      })
    const minerIds = async () => {
      const rows = await store()
        .db.selectFrom('miners')
        .select('id')
        .where('controllerId', '=', controllerId)
        .orderBy('deviceKey')
        .execute()
      return rows.map(({ id }) => id)
    }
    const series = async (stepSeconds = 300, from = noon - 2 * day, to = later) =>
      Promise.all(
        (await minerIds()).map((minerId) =>
          telemetry.miner({ controllerId, minerId, from, to, stepSeconds }),
        ),
      )
    const sums = async () => ({
      hours: await series(3_600),
      days: await telemetry.days({
        controllerIds: [controllerId],
        fromDay: '2026-10-20',
        toDay: '2026-10-30',
      }),
      fleet: await telemetry.fleet({
        controllerIds: [controllerId],
        from: noon - day,
        to: later,
        stepSeconds: 300,
      }),
    })
    const packedDays = () =>
      store()
        .db.selectFrom('packedDays')
        .select(['minerId', 'day', 'block'])
        .where('controllerId', '=', controllerId)
        .orderBy('minerId')
        .orderBy('day')
        .execute()
    const rowsLeft = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int4 AS n FROM miner_5m WHERE controller_id = ${controllerId} AND bucket < ${new Date(later - 6 * 3_600_000 - day)}`.execute(
        store().db,
      )
      return rows[0]?.n
    }
    return { telemetry, controllerId, ingest, minerIds, series, sums, packedDays, rowsLeft }
  }

  const anySample = fc.record({
    deviceKey: fc.constantFrom(...deviceKeys),
    sampledAt: fc
      .integer({ min: 0, max: (30 * 3_600_000) / 5_000 })
      .map((slot) => noon - 20 * 3_600_000 + slot * 5_000),
    hashrateGhs: fc.option(fc.oneof(fc.nat(300_000), fc.constantFrom(0, 10_000_000))),
    powerWatts: fc.option(fc.nat(1_000_000)),
    temperatureDeciC: fc.option(fc.integer({ min: -1_000, max: 3_000 })),
    acceptedShares: fc.option(fc.nat(1_000_000)),
    rejectedShares: fc.option(fc.nat(3)),
    staleShares: fc.option(fc.nat(3)),
    acceptedDifficultyMilli: fc.option(fc.nat(500_000_000_000)),
  })

  test('changes nothing that is read, whatever the values and whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySample, { minLength: 1, maxLength: 60 }),
        fc.array(anySample, { maxLength: 30 }),
        async (first, late) => {
          const plain = await open()
          const packed = await open()
          for (const side of [plain, packed]) await side.ingest(first)
          await packed.telemetry.sweep(later)
          await packed.telemetry.pack(later)
          await packed.telemetry.moveHours(later)
          for (const side of [plain, packed]) await side.ingest(late)
          for (const step of [300, 900]) expect(await packed.series(step)).toEqual(await plain.series(step))
          await packed.telemetry.sweep(later)
          await packed.telemetry.pack(later)
          await packed.telemetry.moveHours(later)
          for (const step of [300, 900]) expect(await packed.series(step)).toEqual(await plain.series(step))
          expect(await packed.series(300, noon + 7 * minute, noon + day)).toEqual(
            await plain.series(300, noon + 7 * minute, noon + day),
          )
          // The sums of what one controller has differ from the other's in its id alone.
          const told = (value: object) =>
            JSON.stringify(value).replaceAll(/"(controllerId|minerId)":("[^"]*"|\d+),?/g, '')
          expect(told(await packed.sums())).toBe(told(await plain.sums()))
          // What is repeated is still recognised.
          expect(await packed.ingest([...first, ...late])).toMatchObject({ stored: 0 })
        },
      ),
      { numRuns: 12 },
    )
  })

  test('leaves the days that are not long over, and gives back the room of those that are', async () => {
    const { telemetry, ingest, packedDays, rowsLeft, series } = await open()
    await ingest([noon - day, noon, noon + day].map((sampledAt) => ({ deviceKey: 'serial:1', sampledAt })))
    await telemetry.sweep(later)
    const before = await series()
    await telemetry.pack(noon + 18 * 3_600_000 - 1)
    expect((await packedDays()).map((row) => row.day)).toEqual(['2026-10-24'])
    await telemetry.pack(noon + 18 * 3_600_000)
    expect((await packedDays()).map((row) => row.day)).toEqual(['2026-10-24', '2026-10-25'])
    await telemetry.pack(noon + 18 * 3_600_000)
    expect(await rowsLeft()).toBe(1)
    const { rows } = await sql`SELECT pg_relation_size('miner_5m_20261024')::int4 AS size`.execute(store().db)
    expect(rows).toEqual([{ size: 0 }])
    expect(await series()).toEqual(before)
    // The emptied partition takes late samples again.
    expect(await ingest([{ deviceKey: 'serial:1', sampledAt: noon - day + 5_000 }])).toMatchObject({
      stored: 1,
    })
    expect(await telemetry.pack(later)).toBe(2)
  })

  test('ends at once when it is told to, and may run twice at the same time', async () => {
    const { telemetry, ingest, series, packedDays } = await open()
    const other = createTelemetry(store())
    await ingest(
      deviceKeys.flatMap((deviceKey) =>
        [noon - 2 * day, noon - day, noon].map((sampledAt) => ({ deviceKey, sampledAt })),
      ),
    )
    await telemetry.sweep(later)
    const before = await series()
    expect(await telemetry.pack(later, AbortSignal.abort())).toBe(0)
    expect(await packedDays()).toEqual([])
    await Promise.all([telemetry.pack(later), other.pack(later), series()])
    expect(await series()).toEqual(before)
    expect(await packedDays()).toHaveLength(6)
  })

  test('of one miner that fails holds up no other, and loses nothing', async () => {
    const { telemetry, ingest, series, packedDays, minerIds } = await open()
    await ingest(deviceKeys.map((deviceKey) => ({ deviceKey, sampledAt: noon })))
    await telemetry.sweep(later)
    const before = await series()
    const [ill, well] = await minerIds()
    await sql`ALTER TABLE packed_days ADD CONSTRAINT ill CHECK (miner_id <> ${sql.lit(ill)})`.execute(
      store().db,
    )
    await expect(telemetry.pack(later)).rejects.toThrow(SweepError)
    expect((await packedDays()).map(({ minerId }) => minerId)).toEqual([well])
    expect(await series()).toEqual(before)
    await sql`ALTER TABLE packed_days DROP CONSTRAINT ill`.execute(store().db)
    await telemetry.pack(later)
    expect(await packedDays()).toHaveLength(2)
    expect(await series()).toEqual(before)
  })

  test('keeps as rows what a block cannot hold', async () => {
    const { telemetry, controllerId, ingest, packedDays, series } = await open()
    await ingest([{ deviceKey: 'serial:1', sampledAt: noon }])
    await telemetry.sweep(later)
    await sql`UPDATE miner_5m SET hash_gh = 9000000000000000 WHERE controller_id = ${controllerId}`.execute(
      store().db,
    )
    const before = await series()
    expect(await telemetry.pack(later)).toBe(0)
    expect(await packedDays()).toEqual([])
    expect(await series()).toEqual(before)
  })

  test('shows a broken block as unknown, and sets it aside when its day is packed again', async () => {
    const { telemetry, controllerId, ingest, series, packedDays, minerIds } = await open()
    await ingest([noon - day, noon].map((sampledAt) => ({ deviceKey: 'serial:1', sampledAt })))
    await telemetry.sweep(later)
    await telemetry.pack(later)
    const [whole] = await series()
    await sql`UPDATE packed_days SET block = '\\x0102' WHERE controller_id = ${controllerId} AND day = '2026-10-25'`.execute(
      store().db,
    )
    expect(await series()).toEqual([whole?.slice(0, 1)])
    expect(await ingest([{ deviceKey: 'serial:1', sampledAt: noon + 10 * minute }])).toMatchObject({
      stored: 1,
    })
    await telemetry.sweep(later)
    await telemetry.pack(later)
    expect((await series())[0]).toMatchObject([whole?.[0], { at: noon + 10 * minute, n: 1 }])
    expect(await packedDays()).toHaveLength(2)
    const { entries } = await telemetry.unseenSetAside()
    const [minerId] = await minerIds()
    expect(entries.filter((entry) => entry.controllerId === controllerId)).toMatchObject([
      { reason: 'packed day unreadable', content: expect.stringContaining(`"minerId":${minerId}`) },
    ])
  })

  test('shows a new owner nothing of before, to the bucket', async () => {
    const { telemetry, controllerId, ingest, series } = await open()
    await ingest(
      [noon, noon + 5 * minute, noon + 10 * minute].map((sampledAt) => ({
        deviceKey: 'serial:1',
        sampledAt,
      })),
    )
    await telemetry.sweep(later)
    await store()
      .db.updateTable('controllers')
      .set({ historyFrom: new Date(noon + 4 * minute) })
      .where('id', '=', controllerId)
      .execute()
    const before = await series()
    expect(before[0]).toHaveLength(2)
    await telemetry.pack(later)
    expect(await series()).toEqual(before)
  })
})
