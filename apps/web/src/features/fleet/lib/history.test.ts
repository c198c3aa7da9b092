import type { PerformancePoint } from '@shipminer/contract/mining'
import { describe, expect, test } from 'vitest'
import { historyRows, historySummary } from './history.ts'

function point(at: number, over: Partial<PerformancePoint> = {}): PerformancePoint {
  return {
    at: at * 1000,
    hashrateThs: 100,
    powerWatts: 3_000,
    temperatureMaxC: 60,
    acceptedShares: 5,
    rejectedShares: null,
    coverage: 1,
    ...over,
  }
}

describe('historySummary', () => {
  const span = { hours: 1, stepSeconds: 300 }
  test('nothing known', () => {
    expect(historySummary([point(0, { hashrateThs: null })], 'hashrateThs', span)).toBeNull()
    expect(historySummary([], 'powerWatts', span)).toBeNull()
  })

  test('weighs each step by what was sampled', () => {
    const points = [point(300, { hashrateThs: 40, coverage: 0.5 }), point(0, { hashrateThs: 100 })]
    expect(historySummary(points, 'hashrateThs', span)).toEqual({
      low: 40,
      high: 100,
      mean: 80,
      last: 40,
      seen: 450 / 3600,
    })
  })
})

describe('historyRows', () => {
  test('few points stay, newest first', () => {
    expect(historyRows([point(0), point(300)], 10).map((row) => row.at)).toEqual([300_000, 0])
  })

  test('many are joined without losing a share or a peak', () => {
    const points = Array.from({ length: 1_000 }, (_, index) =>
      point(index * 300, { temperatureMaxC: index === 501 ? 90 : null, hashrateThs: index % 2 ? 50 : 100 }),
    )
    const rows = historyRows(points, 100)
    expect(rows).toHaveLength(100)
    expect(rows.reduce((sum, row) => sum + (row.acceptedShares ?? 0), 0)).toBe(5_000)
    expect(rows.filter((row) => row.temperatureMaxC !== null).map((row) => row.temperatureMaxC)).toEqual([90])
    expect(rows.every((row) => row.hashrateThs === 75 && row.rejectedShares === null)).toBe(true)
  })
})
