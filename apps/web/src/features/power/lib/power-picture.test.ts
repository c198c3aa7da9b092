import { describe, expect, test } from 'vitest'
import {
  axisMarks,
  fitMiners,
  pictureMoments,
  picturePast,
  powerShares,
  yieldingSince,
  yieldings,
  yieldOrder,
} from './power-picture.ts'

const step = 300_000
const point = (index: number, ship: number | null = 20_000, box: number | null = 30_000, curtailed = 0) => ({
  at: index * step,
  shipLoadWatts: ship,
  miningLoadWatts: box,
  curtailedSeconds: curtailed,
})
const range = (steps: number) => ({ from: 0, to: steps * step, stepSeconds: 300 })

describe('the past', () => {
  test('a stretch without measurement is a gap, never zero and never bridged', () => {
    const { runs, gaps } = picturePast([point(0), point(1), point(6), point(7)], range(8))
    expect(runs).toHaveLength(2)
    expect(runs.flat().every(({ shipWatts }) => shipWatts === 20_000)).toBe(true)
    expect(gaps).toEqual([{ from: 2 * step, to: 6 * step }])
  })
  test('a step whose ship is unknown counts as not measured', () => {
    const { gaps } = picturePast([point(0), point(1, null), point(2, null), point(3)], range(4))
    expect(gaps).toEqual([{ from: step, to: 3 * step }])
  })
  test('nothing at the end and nothing at all are gaps too', () => {
    expect(picturePast([point(0)], range(6)).gaps).toEqual([{ from: step, to: 6 * step }])
    expect(picturePast([], range(6))).toEqual({ runs: [], gaps: [{ from: 0, to: 6 * step }] })
  })
})

describe('a moment of the past', () => {
  test('every step is there, also where nothing was measured', () => {
    const moments = pictureMoments([point(0), point(2, null), point(3, 40_000, 5_000, 60)], range(4))
    expect(moments.map(({ shipWatts, boxWatts, isYielding }) => [shipWatts, boxWatts, isYielding])).toEqual([
      [20_000, 30_000, false],
      [null, null, false],
      [null, null, false],
      [40_000, 5_000, true],
    ])
  })
  test('a range that begins within a step reads the step that holds its moment', () => {
    const from = 0.4 * step
    const moments = pictureMoments([point(0, 1_000), point(1, 2_000)], {
      from,
      to: from + 2 * step,
      stepSeconds: 300,
    })
    expect(moments.map(({ shipWatts }) => shipWatts)).toEqual([1_000, 2_000])
  })
})

describe('giving way', () => {
  const event = (at: number, kind: string, minerId: string) => ({ at, kind, minerId, deviceKey: null })
  test('times close together are one, with the miners that gave way', () => {
    const points = [point(0), point(1, 1, 1, 100), point(2, 1, 1, 300), point(20, 1, 1, 60)]
    const events = [event(step + 5, 'curtailed', '1'), event(step + 6, 'curtailed', '2')]
    expect(yieldings(points, events, 300)).toEqual([
      { from: step, to: 3 * step, seconds: 400, miners: 2 },
      { from: 20 * step, to: 21 * step, seconds: 60, miners: null },
    ])
  })
  test('the newest event of a miner says whether it still does', () => {
    const events = [event(9, 'restored', '1'), event(8, 'curtailed', '2'), event(7, 'curtailed', '1')]
    expect([...yieldingSince(events)]).toEqual([['2', 8]])
  })
  test('the owner’s order first, then least work for its power', () => {
    const miner = (id: string, hashrateThs: number | null, powerWatts: number | null) => ({
      id,
      hashrateThs,
      powerWatts,
    })
    const miners = [miner('1', 100, 2_000), miner('2', 100, 3_000), miner('3', null, null)]
    expect(yieldOrder(miners, ['3']).map(({ id }) => id)).toEqual(['3', '2', '1'])
  })
})

describe('what the generator’s power goes to', () => {
  const sample = (ship: number | null, box: number) => ({
    capacityWatts: 80_000,
    generatorLoadWatts: ship === null ? null : ship + box,
    shipLoadWatts: ship,
    miningLoadWatts: box,
  })
  const settings = { limitPercent: 85, reserveKw: 6 }
  test.each([
    [21_500, 30_500],
    [45_200, 14_200],
    [60_000, 6_000],
    [75_000, 0],
    [90_000, 0],
  ])('ship %i W and boxes %i W: the parts are the whole', (ship, box) => {
    const shares = powerShares(sample(ship, box), settings)
    expect(shares).not.toBeNull()
    const { freeWatts, reserveWatts, aboveLimitWatts } = shares as NonNullable<typeof shares>
    const sum = ship + box + (freeWatts ?? 0) + reserveWatts + aboveLimitWatts
    expect(sum).toBe(Math.max(80_000, ship + box))
    expect(Math.min(freeWatts ?? 0, reserveWatts, aboveLimitWatts)).toBeGreaterThanOrEqual(0)
  })
  test('an unknown ship leaves what is free unknown', () => {
    expect(powerShares(sample(null, 9_000), settings)).toMatchObject({ shipWatts: null, freeWatts: null })
  })
  test('without a capacity there is no picture', () => {
    expect(powerShares({ ...sample(1, 1), capacityWatts: null }, settings)).toBeNull()
  })
})

test('what does not fit beside the tank is one line with its sum', () => {
  const miners = Array.from({ length: 12 }, (_, index) => ({
    id: `${index}`,
    name: `m${index}`,
    powerWatts: 1_000,
    state: 'on' as const,
    note: null,
  }))
  expect(fitMiners(miners, 12).rest).toBeNull()
  expect(fitMiners(miners, 10)).toMatchObject({ rest: { count: 3, powerWatts: 3_000 } })
})

test.each([
  [80, 20],
  [70, 20],
  [200, 50],
  [5, 2],
  [1_000, 500],
])('an axis to %i kW has numerals each %i', (capacity, step) => {
  const { major, minor } = axisMarks(capacity)
  expect(major[1]).toBe(step)
  expect(major.at(-1)).toBeLessThanOrEqual(capacity)
  expect(minor[1]).toBe(step / 2)
})
