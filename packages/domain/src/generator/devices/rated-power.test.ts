import { describe, expect, test } from 'vitest'
import {
  modelPowerWatts,
  noReach,
  observeReach,
  type Reach,
  ratedPowerWatts,
  settledMs,
  unknownRatedWatts,
} from './rated-power.ts'

test.each([
  ['Antminer S19 XP Hyd.', 5_450],
  ['Antminer S21 Hyd.', 5_400],
  ['S21+ Hyd', 5_400],
  ['Antminer S21 XP Hyd', 5_800],
  ['Antminer S21 Pro', 3_700],
  ['Antminer S19j Pro', 3_450],
  ['M63S++_VL40', 10_000],
  ['WhatsMiner M50S', 3_800],
  ['Bitaxe Gamma', 150],
  ['NerdQAxe++', 150],
  ['something else', null],
  [null, null],
])('%s takes %s W by its sheet', (model, watts) => expect(modelPowerWatts(model)).toBe(watts))

test('the device’s own plate goes before its model’s, and what was seen above both counts', () => {
  const known = { model: 'Antminer S21', ownLimitWatts: null, highestWatts: null, minedMs: 0 }
  expect(ratedPowerWatts(known)).toBe(3_700)
  expect(ratedPowerWatts({ ...known, ownLimitWatts: 3_000 })).toBe(3_000)
  expect(ratedPowerWatts({ ...known, highestWatts: 3_900 })).toBe(3_900)
})
test('without a plate what was seen counts only after it had mined for some time', () => {
  const known = { model: null, ownLimitWatts: null, highestWatts: 38, minedMs: 30_000 }
  expect(ratedPowerWatts(known)).toBe(unknownRatedWatts)
  expect(ratedPowerWatts({ ...known, highestWatts: 3_210, minedMs: settledMs })).toBe(3_210)
  expect(ratedPowerWatts({ ...known, highestWatts: 7_000 })).toBe(7_000)
})
test('of an unknown model the limit that is set in it counts from the first minute on, and what was seen above it', () => {
  const known = { model: 'M79S', ownLimitWatts: null, setLimitWatts: 3_300, highestWatts: null, minedMs: 0 }
  const unknown = { ...known, model: null }
  expect(ratedPowerWatts(unknown)).toBe(3_300)
  expect(ratedPowerWatts({ ...unknown, setLimitWatts: 7_600 })).toBe(7_600)
  expect(ratedPowerWatts({ ...unknown, highestWatts: 3_420 })).toBe(3_420)
  expect(ratedPowerWatts({ ...unknown, highestWatts: 2_900, minedMs: settledMs })).toBe(3_300)
  expect(ratedPowerWatts({ ...known, model: 'M50S' })).toBe(3_800)
  for (const setLimitWatts of [0, 36, -3_300, 99_999, Number.NaN, null])
    expect(ratedPowerWatts({ ...unknown, setLimitWatts })).toBe(unknownRatedWatts)
})
test('a figure that no miner has counts for nothing', () => {
  const known = { model: null, ownLimitWatts: 2e9, highestWatts: 2e9, minedMs: settledMs }
  expect(ratedPowerWatts(known)).toBe(unknownRatedWatts)
  expect(ratedPowerWatts({ ...known, model: 'Antminer S21' })).toBe(3_700)
})

describe('what a miner reaches', () => {
  const after = (seen: readonly (number | null)[], from: Reach = noReach) =>
    seen.reduce<Reach>((reach, watts) => observeReach(reach, watts, 30_000), from)
  const minutes = (count: number, watts: number | null) => Array.from({ length: 2 * count }, () => watts)

  test('is known after ten minutes of mining without a break, as the most of them', () => {
    expect(after(minutes(9, 2_300)).reachedWatts).toBeNull()
    expect(after([2_400, ...minutes(10, 2_300)]).reachedWatts).toBe(2_400)
    expect(after([...minutes(9, 2_300), null, ...minutes(9, 2_300)]).reachedWatts).toBeNull()
  })
  test('grows at once and falls only after ten minutes, and what stands idle says nothing', () => {
    const known = after(minutes(10, 2_300))
    expect(after([3_400], known).reachedWatts).toBe(3_400)
    expect(after(minutes(9, 1_500), known).reachedWatts).toBe(2_300)
    expect(after(minutes(11, 1_500), known).reachedWatts).toBe(1_500)
    expect(after(minutes(60, null), known).reachedWatts).toBe(2_300)
  })
})
