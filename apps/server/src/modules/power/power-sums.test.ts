import { buildEnvironmentSample } from '@shipminer/testkit/telemetry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSums, bucketsOf, fineMs, sumsOf } from './power-sums.ts'

const sample = buildEnvironmentSample

test('a sample is its power times its time; unknown adds nothing and is not 0', () => {
  expect(sumsOf(sample())).toMatchObject({ generatorWs: 400_000, generatorSeconds: 10, usedWs: 250_000 })
  expect(
    sumsOf(sample({ generatorLoadWatts: null, shipLoadWatts: null, allowedMiningWatts: null })),
  ).toMatchObject({
    seconds: 10,
    generatorWs: null,
    generatorSeconds: 0,
    allowedWs: null,
    usedWs: null,
    miningWs: 250_000,
  })
})

test('no more than what was allowed counts as used, and a negative allowance is none', () => {
  expect(sumsOf(sample({ allowedMiningWatts: 20_000 }))).toMatchObject({ usedWs: 200_000 })
  expect(sumsOf(sample({ allowedMiningWatts: -5_000 }))).toMatchObject({ allowedWs: 0, usedWs: 0 })
})

test('counts as giving way only while miners are down for it', () => {
  const down = { curtailedDevices: 2, curtailedWatts: 7_000 }
  expect(sumsOf(sample({ state: 'curtailed', ...down }))).toMatchObject({
    curtailedSeconds: 10,
    curtailedWs: 70_000,
  })
  expect(sumsOf(sample({ state: 'free', ...down }))).toMatchObject({ curtailedSeconds: 0, curtailedWs: null })
  expect(sumsOf(sample({ state: 'holding' }))).toMatchObject({ curtailedSeconds: 0 })
})

test('a sample belongs to the bucket in which it ends', () => {
  const at = (ms: number) => ({ at: ms, sample: sample() })
  expect(bucketsOf([at(fineMs), at(fineMs + 1), at(2 * fineMs)], fineMs)).toMatchObject([
    { bucketAt: 0, seconds: 10 },
    { bucketAt: fineMs, seconds: 20 },
  ])
})

test('sums do not depend on the order or the batches they came in', () => {
  const watts = fc.option(fc.integer({ min: -1_000, max: 100_000 }), { nil: null })
  const samples = fc.array(
    fc.record({
      periodSeconds: fc.integer({ min: 1, max: 300 }),
      generatorLoadWatts: watts,
      miningLoadWatts: watts,
      allowedMiningWatts: watts,
      state: fc.constantFrom('free' as const, 'curtailed' as const),
      curtailedDevices: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(samples, fc.nat(), (list, seed) => {
      const sums = list.map((more) => sumsOf(sample(more)))
      const shuffled = sums
        .map((sum, place) => ({ sum, key: (place * 7919 + seed) % 101 }))
        .sort((a, b) => a.key - b.key)
      const cut = seed % sums.length
      const inOrder = sums.reduce(addSums)
      expect(shuffled.map(({ sum }) => sum).reduce(addSums)).toEqual(inOrder)
      if (cut > 0)
        expect(addSums(sums.slice(0, cut).reduce(addSums), sums.slice(cut).reduce(addSums))).toEqual(inOrder)
    }),
  )
})
