import { describe, expect, test } from 'vitest'
import type { Explanation } from '../explanation.ts'
import { newGiveWay, stepGiveWay, worstAndMedian } from './give-way.ts'

const calm = {
  activity: 'steady',
  offReason: null,
  limitKw: 85,
  generatorLoadKw: 70,
  miningKw: 30,
  shipLoadKw: 40,
  allowedKw: 35,
  fleetKw: 40,
  loadAgeMs: 0,
} as Explanation
const over = {
  ...calm,
  activity: 'shedding',
  generatorLoadKw: 105,
  shipLoadKw: 75,
  allowedKw: 0,
} as Explanation

/** Turns of 250 ms; what gave way, with the time of the turn. */
function run(turns: readonly (Explanation | null)[]) {
  let state = newGiveWay
  const gave: { at: number; tookMs: number; kw: number }[] = []
  for (const [index, law] of turns.entries()) {
    const step = stepGiveWay(state, law, 100, index * 250)
    state = step.state
    if (step.gaveWay) gave.push({ at: index * 250, ...step.gaveWay })
  }
  return { state, gave }
}
const times = (count: number, law: Explanation | null) => Array.from({ length: count }, () => law)
const down = {
  ...calm,
  activity: 'holding',
  miningKw: 0,
  generatorLoadKw: 80,
  shipLoadKw: 80,
  allowedKw: -5,
} as Explanation

describe('giving way', () => {
  test('from the reading that shows the step until the one that shows that it fits', () => {
    const { gave, state } = run([
      ...times(4, calm),
      { ...over, loadAgeMs: 200 },
      ...times(7, over),
      ...times(3, { ...down, loadAgeMs: 100 }),
    ])
    expect(gave).toEqual([{ at: 3_000, tookMs: 2_100, kw: 30 }])
    // From the turn that saw it to the turn that saw it gone.
    expect([state.overLimitMs, state.overCapacityMs]).toEqual([2_000, 2_000])
  })
  test('while part of it has come about the ship still waits, and a new rise belongs to the same', () => {
    const half = {
      ...over,
      miningKw: 12,
      generatorLoadKw: 90,
      shipLoadKw: 78,
      allowedKw: -3,
      activity: 'holding',
    } as Explanation
    const { gave, state } = run([...times(4, over), ...times(4, half), ...times(4, over), down])
    expect(gave).toEqual([{ at: 3_000, tookMs: 3_000, kw: 30 }])
    expect([state.overLimitMs, state.overCapacityMs]).toEqual([3_000, 2_000])
  })
  test('the overload contact asks too, whatever the meter says', () => {
    const contact = {
      ...calm,
      activity: 'off',
      offReason: 'ship-needs-power',
      allowedKw: null,
    } as Explanation
    expect(run([contact, contact, { ...contact, miningKw: 1 }]).gave).toEqual([
      { at: 500, tookMs: 500, kw: 29 },
    ])
  })
  test.each([
    ['the load is lost', { ...calm, generatorLoadKw: null, miningKw: null, loadAgeMs: null } as Explanation],
    ['nothing is followed any more, or the box tries something itself', null],
  ])('not measured where %s', (_, lost) => {
    expect(run([over, over, lost, down, calm]).gave).toEqual([])
  })
  test('what miners say counts only with a reading that shows it', () => {
    const said = (loadAgeMs: number) => ({
      ...down,
      generatorLoadKw: 105,
      shipLoadKw: 105,
      allowedKw: -30,
      loadAgeMs,
    })
    expect(run([over, said(250), said(500), down]).gave).toEqual([{ at: 750, tookMs: 750, kw: 30 }])
  })
  test('nothing to take away is no giving way; a gap in the turns is no time above the limit', () => {
    expect(run([{ ...over, miningKw: 0 }, down]).gave).toEqual([])
    const first = stepGiveWay(newGiveWay, over, 100, 0)
    expect(stepGiveWay(first.state, over, 100, 60_000).state.overLimitMs).toBe(1_000)
  })
})

test.each([
  [[], null, null],
  [[7], 7, 7],
  [[9, 1, 4], 9, 4],
  [[4, 1, 9, 5], 9, 5],
])('of %j the worst is %s and the middle %s', (list, worstMs, medianMs) => {
  expect(worstAndMedian(list)).toEqual({ worstMs, medianMs })
})
