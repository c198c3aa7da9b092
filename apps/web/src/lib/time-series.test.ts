import { expect, test } from 'vitest'
import { alignSeries, timeSeries, zoomSpan } from './time-series.ts'

test('a missing step breaks every line', () => {
  const points = [
    { at: 600_000, a: 2, b: null },
    { at: 0, a: 1, b: 5 },
    { at: 300_000, a: 3, b: 6 },
    { at: 1_800_000, a: 4, b: 7 },
  ]
  expect(timeSeries(points, 300, [({ a }) => a, ({ b }) => b])).toEqual({
    at: [0, 300, 600, 900, 1800],
    figures: [
      [1, 3, 2, null, 4],
      [5, 6, null, null, 7],
    ],
  })
})

test('rows of different machines meet on one row of times', () => {
  const row = (pairs: [number, number][]) => pairs.map(([at, value]) => ({ at: at * 1000, value }))
  expect(
    alignSeries(
      [
        row([
          [0, 1],
          [60, 2],
        ]),
        row([
          [62, 5],
          [300, 6],
        ]),
      ],
      60,
      ({ value }) => value,
    ),
  ).toEqual({
    at: [0, 60, 120, 300],
    figures: [
      [1, 2, null, null],
      [null, 5, null, 6],
    ],
  })
})

test('zooming stays within the whole', () => {
  expect(zoomSpan([0, 1000], 0.5, [0, 1000])).toEqual([250, 750])
  expect(zoomSpan([250, 750], 2, [0, 1000])).toEqual([0, 1000])
  expect(zoomSpan([900, 1000], 2, [0, 1000])).toEqual([800, 1000])
  expect(zoomSpan([0, 80], 0.1, [0, 1000])).toEqual([10, 70])
})
