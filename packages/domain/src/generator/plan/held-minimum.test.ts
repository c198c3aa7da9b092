import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeldMinimum, heldValue, holdMinimum } from './held-minimum.ts'

const holdMs = 10_000
const options = { holdMs, maxGapMs: 3_000 }
const feed = (values: readonly (readonly [number, number])[]) =>
  values.reduce<HeldMinimum>((held, [at, value]) => holdMinimum(held, value, at, options), [])

test('is nothing before the hold time is over', () => {
  const held = feed([0, 2_000, 4_000, 6_000, 8_000].map((at) => [at, 5]))
  expect(heldValue(held, holdMs)).toBeNull()
  expect(heldValue(holdMinimum(held, 5, 10_000, options), holdMs)).toBe(5)
})

test('a gap forgets what was before', () => {
  const held = feed([
    [0, 5],
    [3_001, 5],
  ])
  expect(held).toHaveLength(1)
  expect(heldValue(held, holdMs)).toBeNull()
})

test('a value counts until it is as old as the hold time', () => {
  const rest = [2_884, 5_782, 8_675, 9_991].map((at): [number, number] => [at, 0])
  expect(heldValue(feed([[0, 1], [1, -1], ...rest, [10_000, 0]]), holdMs)).toBe(-1)
  expect(heldValue(feed([[1, -1], ...rest, [10_001, 0]]), holdMs)).toBe(0)
})

test('is never more than the least value of the last hold time, and remembers little', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 2_900 }), fc.integer({ min: -50, max: 50 })), {
    maxLength: 120,
  })
  fc.assert(
    fc.property(steps, (list) => {
      let now = 0
      const all: [number, number][] = []
      let held: HeldMinimum = []
      for (const [step, value] of list) {
        now += step
        all.push([now, value])
        held = holdMinimum(held, value, now, options)
        const found = heldValue(held, holdMs)
        // One that is exactly as old as the hold time has been waited for: it counts no more.
        const within = all.filter(([at]) => at > now - holdMs).map(([, kept]) => kept)
        if (found !== null) expect(found).toBeLessThanOrEqual(Math.min(...within))
        if (found === null) expect(now - (all[0]?.[0] ?? 0)).toBeLessThan(holdMs + 1_000)
        expect(held.length).toBeLessThanOrEqual(24)
      }
    }),
  )
})
