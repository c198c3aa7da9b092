import type { Sample } from '@shipminer/contract/telemetry'
import type { Batch } from '@shipminer/contract/uplink'
import { buildBatch } from '@shipminer/testkit/telemetry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { slotMs } from './batches/ingest-plan.ts'
import { createTelemetry } from './telemetry.service.ts'
import { addController, readStored, recompute } from './telemetry-testing.ts'

const midnight = Date.UTC(2026, 10, 20)
const minute = 60_000
const receivedAt = midnight + 60 * minute

const unknownOr = (max: number, min = 0) => fc.option(fc.integer({ min, max }), { nil: null, freq: 4 })

/** Samples around midnight: some in one slot, many in one bucket, some hours late. */
const sampleArbitrary: fc.Arbitrary<Sample> = fc.record({
  deviceKey: fc.constantFrom('mac:00:00:00:00:00:01', 'serial:2', 'net:10.0.0.3:4028'),
  sampledAt: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: midnight - 12 * minute, max: midnight + 12 * minute }) },
    { weight: 2, arbitrary: fc.integer({ min: midnight - 80 * minute, max: midnight }) },
    { weight: 1, arbitrary: fc.integer({ min: midnight - 40 * 24 * 60 * minute, max: midnight }) },
  ),
  periodSeconds: fc.constantFrom(5, 7, 30, 60, 300),
  state: fc.constantFrom('mining' as const, 'idle' as const, 'fault' as const),
  hashrateGhs: unknownOr(500_000),
  powerWatts: unknownOr(6_000),
  temperatureDeciC: unknownOr(1_200, -200),
  uptimeSeconds: unknownOr(1_000_000),
  acceptedShares: unknownOr(50),
  rejectedShares: unknownOr(3),
  staleShares: unknownOr(3),
  acceptedDifficultyMilli: unknownOr(1_000_000_000),
  flags: fc.subarray(['dead-board' as const, 'overheat' as const]),
})

/** The order of arrival: batches, copies of earlier batches, copies of earlier samples in new batches, and sweeps in between. */
type Step = { kind: 'batch'; batch: Batch } | { kind: 'sweep'; now: number }
const stepsArbitrary: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      samples: fc.array(sampleArbitrary, { maxLength: 12 }),
      copies: fc.array(fc.nat(), { maxLength: 4 }),
      replayOf: fc.option(fc.nat(), { nil: null, freq: 3 }),
      sweepAfter: fc.option(fc.integer({ min: midnight - 20 * minute, max: midnight + 60 * minute }), {
        nil: null,
        freq: 3,
      }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((plans) => {
    const steps: Step[] = []
    const batches: Batch[] = []
    const seen: Sample[] = []
    for (const { samples, copies, replayOf, sweepAfter } of plans) {
      const old = replayOf === null || batches.length === 0 ? undefined : batches[replayOf % batches.length]
      const copied = seen.length === 0 ? [] : copies.flatMap((index) => seen[index % seen.length] ?? [])
      const batch = old ?? buildBatch(batches.length + 1, [...samples, ...copied])
      if (!old) {
        batches.push(batch)
        seen.push(...batch.samples)
      }
      steps.push({ kind: 'batch', batch })
      if (sweepAfter !== null) steps.push({ kind: 'sweep', now: sweepAfter })
    }
    return steps
  })

describeEachEngine('telemetry, random streams', ({ engine, store }) => {
  test('equal a naive recomputation in every table, whatever the order', async () => {
    const telemetry = createTelemetry(store())
    await fc.assert(
      fc.asyncProperty(stepsArbitrary, async (steps) => {
        const controllerId = await addController(store().db)
        const accepted: Sample[] = []
        const seen = new Set<number>()
        for (const step of steps) {
          if (step.kind === 'sweep') {
            await telemetry.sweep(step.now)
            continue
          }
          const result = await telemetry.ingestBatch({
            controllerId,
            batch: step.batch,
            clockOffsetMs: 0,
            receivedAt,
          })
          expect(result.duplicate).toBe(seen.has(step.batch.seq))
          if (!seen.has(step.batch.seq)) {
            expect(result.stored + result.repeated).toBe(step.batch.samples.length)
            accepted.push(...step.batch.samples)
          }
          seen.add(step.batch.seq)
        }
        expect(await readStored(store().db, controllerId)).toEqual(recompute(accepted))
      }),
      { numRuns: engine === 'embedded' ? 40 : 60 },
    )
  })

  test('equal it with several writers of the same and of other ships at once, sweeps between them', async () => {
    const telemetry = createTelemetry(store())
    const streams = fc.array(stepsArbitrary, { minLength: 2, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(streams, async (ships) => {
        const runs = await Promise.all(
          ships.map(async (steps) => {
            const controllerId = await addController(store().db)
            // The first sample wins a slot; samples of one slot are equal, so that this does not matter.
            const bySlot = new Map<string, Sample>()
            const settle = (sample: Sample) => {
              const slot = `${sample.deviceKey} ${Math.floor(sample.sampledAt / slotMs)}`
              const known = bySlot.get(slot) ?? sample
              bySlot.set(slot, known)
              return known
            }
            const settled = steps.map((step) =>
              step.kind === 'sweep'
                ? step
                : { ...step, batch: { ...step.batch, samples: step.batch.samples.map(settle) } },
            )
            return { controllerId, settled, samples: [...bySlot.values()] }
          }),
        )
        await Promise.all(
          runs.flatMap(({ controllerId, settled }) =>
            settled.map((step) =>
              step.kind === 'sweep'
                ? telemetry.sweep(step.now)
                : telemetry.ingestBatch({ controllerId, batch: step.batch, clockOffsetMs: 0, receivedAt }),
            ),
          ),
        )
        for (const { controllerId, samples } of runs)
          expect(await readStored(store().db, controllerId)).toEqual(recompute(samples))
      }),
      { numRuns: engine === 'embedded' ? 10 : 30 },
    )
  })
})
