import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CounterTotals, countSince } from './counters.ts'
import { buildReading } from './test-readings.ts'

const previous: CounterTotals = {
  sampledAt: 0,
  uptimeSeconds: 1_000,
  acceptedShares: 100,
  rejectedShares: 1,
  staleShares: 0,
  acceptedDifficultyMilli: 50_000_000,
}

describe('counters', () => {
  test('the first answer of a device adds nothing that is known', () => {
    const { deltas, totals, reset } = countSince(null, buildReading(), 5)
    expect(Object.values(deltas)).toEqual([null, null, null, null])
    expect(totals).toEqual({ ...previous, sampledAt: 5 })
    expect(reset).toBe(false)
  })

  test('what was added since the previous answer', () => {
    const reading = buildReading({
      uptimeSeconds: 1_030,
      acceptedShares: 112,
      rejectedShares: 1,
      acceptedDifficulty: 56_000.5,
    })
    expect(countSince(previous, reading, 5)).toMatchObject({
      deltas: { acceptedShares: 12, rejectedShares: 0, staleShares: 0, acceptedDifficultyMilli: 6_000_500 },
      reset: false,
    })
  })

  test.each([
    ['an uptime that fell', { uptimeSeconds: 20, acceptedShares: 130, acceptedDifficulty: 60_000 }],
    ['a counter that fell', { uptimeSeconds: 1_030, acceptedShares: 7, acceptedDifficulty: 60_000 }],
    ['a difficulty that fell', { uptimeSeconds: null, acceptedShares: 130, acceptedDifficulty: 3 }],
  ])('%s: the device counts anew, and the new totals are what was added', (_, changes) => {
    const reading = buildReading({ rejectedShares: 2, staleShares: 3, ...changes })
    const { deltas, reset } = countSince(previous, reading, 5)
    expect(reset).toBe(true)
    expect(deltas).toEqual({
      acceptedShares: changes.acceptedShares,
      rejectedShares: 2,
      staleShares: 3,
      acceptedDifficultyMilli: changes.acceptedDifficulty * 1_000,
    })
  })

  test.each([
    ['by the clock', 1_030, { acceptedShares: 3, rejectedShares: 0, acceptedDifficultyMilli: 40_000 }],
    ['a little less', 1_027, { acceptedShares: 3, rejectedShares: 0, acceptedDifficultyMilli: 40_000 }],
    [
      'less than it should',
      1_010,
      { acceptedShares: 103, rejectedShares: 1, acceptedDifficultyMilli: 40_000 },
    ],
    ['more than it can', 1_090, { acceptedShares: 103, rejectedShares: 1, acceptedDifficultyMilli: 40_000 }],
    ['not told', null, { acceptedShares: 103, rejectedShares: 1, acceptedDifficultyMilli: 40_000 }],
  ])(
    'a pool that was taken away, uptime grown %s: shares count twice only where it may have restarted',
    (_, uptimeSeconds, deltas) => {
      const reading = buildReading({
        uptimeSeconds,
        acceptedShares: 103,
        rejectedShares: 1,
        acceptedDifficulty: 40,
      })
      expect(countSince(previous, reading, 30_000)).toMatchObject({ deltas, reset: true })
    },
  )

  test('a second of disagreement between two clocks is no restart', () => {
    expect(countSince(previous, buildReading({ uptimeSeconds: 999, acceptedShares: 101 }), 5)).toMatchObject({
      reset: false,
      deltas: { acceptedShares: 1 },
    })
  })

  test('a total missing in one answer is caught up by the next', () => {
    const gap = countSince(previous, buildReading({ acceptedShares: null }), 5)
    expect(gap.deltas.acceptedShares).toBeNull()
    expect(gap.totals.acceptedShares).toBe(100)
    expect(countSince(gap.totals, buildReading({ acceptedShares: 120 }), 6).deltas.acceptedShares).toBe(20)
  })

  test('a total missing in the answer that shows the restart counts from zero afterwards', () => {
    const restart = countSince(
      previous,
      buildReading({ uptimeSeconds: 5, acceptedShares: null, acceptedDifficulty: 1 }),
      5,
    )
    expect(restart.reset).toBe(true)
    expect(
      countSince(
        restart.totals,
        buildReading({ uptimeSeconds: 35, acceptedShares: 4, acceptedDifficulty: 2 }),
        6,
      ).deltas.acceptedShares,
    ).toBe(4)
  })

  test('a counter that appears later is unknown once, not its whole past', () => {
    const before = { ...previous, staleShares: null }
    const first = countSince(before, buildReading({ staleShares: 900 }), 5)
    expect(first.deltas.staleShares).toBeNull()
    expect(countSince(first.totals, buildReading({ staleShares: 901 }), 6).deltas.staleShares).toBe(1)
  })

  test('without restarts the deltas of any readings add up to the difference of the totals', () => {
    const gains = fc.array(
      fc.record({
        shares: fc.nat(50),
        difficulty: fc.double({ min: 0, max: 1e6, noNaN: true }),
        missing: fc.boolean(),
      }),
      { minLength: 1, maxLength: 50 },
    )
    fc.assert(
      fc.property(gains, (steps) => {
        let totals: CounterTotals | null = countSince(
          null,
          buildReading({ acceptedShares: 5, acceptedDifficulty: 5 }),
          0,
        ).totals
        let shares = 5
        let difficulty = 5
        let uptimeSeconds = 1_000
        let summedShares = 0
        let summedMilli = 0
        for (const [index, step] of [...steps, { shares: 1, difficulty: 1, missing: false }].entries()) {
          shares += step.shares
          difficulty += step.difficulty
          uptimeSeconds += 30
          const reading = step.missing
            ? buildReading({ uptimeSeconds, acceptedShares: null, acceptedDifficulty: null })
            : buildReading({ uptimeSeconds, acceptedShares: shares, acceptedDifficulty: difficulty })
          const counted = countSince(totals, reading, index)
          totals = counted.totals
          expect(counted.reset).toBe(false)
          summedShares += counted.deltas.acceptedShares ?? 0
          summedMilli += counted.deltas.acceptedDifficultyMilli ?? 0
        }
        expect(summedShares).toBe(shares - 5)
        expect(summedMilli).toBe(Math.round(difficulty * 1_000) - 5_000)
      }),
    )
  })

  test('nonsense is unknown', () => {
    const reading = buildReading({
      acceptedShares: Number.NaN,
      rejectedShares: -3,
      acceptedDifficulty: Number.POSITIVE_INFINITY,
      uptimeSeconds: -1,
    })
    expect(countSince(previous, reading, 5)).toMatchObject({
      deltas: { acceptedShares: null, rejectedShares: null, acceptedDifficultyMilli: null },
      reset: false,
    })
  })
})
