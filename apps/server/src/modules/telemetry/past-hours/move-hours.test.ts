import { buildBatch, buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { SweepError } from '../../../platform/jobs/for-each-isolated.ts'
import { createTelemetry } from '../telemetry.service.ts'
import { addController, readStored } from '../telemetry-testing.ts'

const day = 86_400_000
const noon = Date.UTC(2026, 8, 20, 12)
const later = noon + 40 * day

describeEachEngine('hours of days that are over', ({ store }) => {
  const count = async (table: 'miner_1h' | 'past_hours', controllerId: string) => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int4 AS n FROM ${sql.ref(table)} WHERE controller_id = ${controllerId}`.execute(
      store().db,
    )
    return rows[0]?.n
  }
  const open = async () => {
    const telemetry = createTelemetry(store())
    const controllerId = await addController(store().db)
    let seq = 0
    const ingest = async (times: number[]) => {
      const samples = times.flatMap((sampledAt) =>
        ['serial:1', 'serial:2'].map((deviceKey) => buildSample({ deviceKey, sampledAt })),
      )
      await telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(++seq, samples),
        clockOffsetMs: 0,
        receivedAt: later,
      })
      await telemetry.sweep(later)
    }
    const left = async () => [await count('miner_1h', controllerId), await count('past_hours', controllerId)]
    const stored = () => readStored(store().db, controllerId)
    return { telemetry, controllerId, ingest, left, stored }
  }

  test('move to their place, and what comes late is added there', async () => {
    const { telemetry, ingest, left, stored } = await open()
    await ingest([noon - day, noon, noon + 3_600_000])
    const before = await stored()
    // The day has to be over for some hours.
    await telemetry.moveHours(noon + 18 * 3_600_000 - 1)
    expect(await left()).toEqual([4, 2])
    expect(await telemetry.moveHours(noon + 18 * 3_600_000)).toBe(1)
    expect(await left()).toEqual([0, 6])
    expect(await stored()).toEqual(before)
    await ingest([noon + 60_000])
    expect(await left()).toEqual([2, 6])
    const withLate = await stored()
    expect(withLate).not.toEqual(before)
    await telemetry.moveHours(later)
    expect(await left()).toEqual([0, 6])
    expect(await stored()).toEqual(withLate)
  })

  test('of a month that is over leave no room behind, and the month takes late samples again', async () => {
    const { telemetry, ingest, left } = await open()
    await ingest([noon])
    await telemetry.moveHours(later)
    // In a later turn than the one that moved the last.
    await telemetry.moveHours(later)
    const { rows } = await sql`SELECT pg_relation_size('miner_1h_202609')::int4 AS size`.execute(store().db)
    expect(rows).toEqual([{ size: 0 }])
    await ingest([noon + 60_000])
    expect(await left()).toEqual([2, 2])
  })

  test('are moved once by two at the same time, and not at all by one that was told to end', async () => {
    const { telemetry, ingest, left, stored } = await open()
    await ingest([noon - 2 * day, noon - day, noon])
    const before = await stored()
    expect(await telemetry.moveHours(later, AbortSignal.abort())).toBe(0)
    await Promise.all([telemetry.moveHours(later), createTelemetry(store()).moveHours(later), stored()])
    expect(await left()).toEqual([0, 6])
    expect(await stored()).toEqual(before)
  })

  test('of one ship that fails hold up no other, and lose nothing', async () => {
    const ill = await open()
    const well = await open()
    for (const { ingest } of [ill, well]) await ingest([noon - day, noon])
    const before = await ill.stored()
    await sql`ALTER TABLE past_hours ADD CONSTRAINT ill CHECK (controller_id <> ${sql.lit(ill.controllerId)})`.execute(
      store().db,
    )
    await expect(well.telemetry.moveHours(later)).rejects.toThrow(SweepError)
    expect(await well.left()).toEqual([0, 4])
    expect(await ill.stored()).toEqual(before)
    await sql`ALTER TABLE past_hours DROP CONSTRAINT ill`.execute(store().db)
    await ill.telemetry.moveHours(later)
    expect(await ill.left()).toEqual([0, 4])
    expect(await ill.stored()).toEqual(before)
  })
})
