import { addUp } from '@shipminer/domain/add-up'
import { expect, test } from 'vitest'
import { buildMiner } from './fleet.fixture.ts'
import { trendValues } from './trend-values.ts'

test('the foot is the sum of what its rows show', () => {
  const rows = [
    buildMiner({
      hashrateThs: 100,
      powerWatts: 3_000,
      temperatureC: 60,
      earningsToday: { sat: 7, cents: 401, basis: 'shares' },
    }),
    buildMiner({
      hashrateThs: 0,
      powerWatts: 20,
      temperatureC: null,
      earningsToday: { sat: 9, cents: 403, basis: 'shares' },
    }),
    buildMiner({ hashrateThs: null, powerWatts: null, solo: true, earningsToday: null }),
  ]
  expect(addUp(rows, 0.75)).toEqual({
    hashrateThs: 100,
    powerWatts: 3_020,
    hottestC: 60,
    efficiencyJoulesPerTh: 30,
    sat: 5 + 6,
    cents: 300 + 302,
  })
  expect(addUp([], 0.75)).toMatchObject({ hashrateThs: null, cents: null, efficiencyJoulesPerTh: null })
})

test('a step that was not measured is a gap of the trend, the one under way is not', () => {
  const point = (at: number) => ({ at, hashrateThs: at, powerWatts: null, temperatureMaxC: null })
  const hour = 3_600_000
  const values = trendValues(
    [point(22 * hour), point(23 * hour)],
    { serverTime: 24 * hour + 5, stepSeconds: 3_600 },
    (p) => p.hashrateThs,
  )
  expect(values).toHaveLength(23)
  expect(values.slice(-3)).toEqual([null, 22 * hour, 23 * hour])
})
