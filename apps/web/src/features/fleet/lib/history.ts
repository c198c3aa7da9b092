import type { PerformancePoint } from '@shipminer/contract/mining'

/** Ranges of the history, in hours. */
export const historyRanges = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160, '13m': 9528 } as const
export type HistoryRange = keyof typeof historyRanges

export type HistoryFigure = 'hashrateThs' | 'temperatureMaxC' | 'powerWatts'

/** What a line says in one sentence: lowest, highest and mean known figure, the last one, and the share of the span that was seen (0 to 1). */
export type HistorySummary = {
  low: number
  high: number
  mean: number
  last: number | null
  seen: number
}

/** Sums up a figure, each step weighed by how much of it was sampled; null when nothing is known. */
export function historySummary(
  points: readonly PerformancePoint[],
  figure: HistoryFigure,
  span: { hours: number; stepSeconds: number },
): HistorySummary | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let weighted = 0
  let weight = 0
  let seenSeconds = 0
  let last: number | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const value = point[figure]
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
    const share = Math.min(Math.max(point.coverage, 0), 1)
    weighted += value * share
    weight += share
    seenSeconds += share * span.stepSeconds
    if (point.at > lastAt) {
      lastAt = point.at
      last = value
    }
  }
  if (weight === 0) return null
  return { low, high, mean: weighted / weight, last, seen: Math.min(1, seenSeconds / (span.hours * 3600)) }
}

/** Rows of the data table: at most `maxRows`, neighbours joined (means weighed by what was sampled, the hottest temperature), newest first. */
export function historyRows(points: readonly PerformancePoint[], maxRows: number): PerformancePoint[] {
  const sorted = [...points].sort((a, b) => a.at - b.at)
  const group = Math.max(1, Math.ceil(sorted.length / maxRows))
  const rows: PerformancePoint[] = []
  for (let start = 0; start < sorted.length; start += group) {
    const part = sorted.slice(start, start + group)
    const [first] = part
    if (!first) continue
    rows.push({
      at: first.at,
      hashrateThs: weightedMean(part, 'hashrateThs'),
      powerWatts: weightedMean(part, 'powerWatts'),
      temperatureMaxC: part.reduce<number | null>((top, p) => higher(top, p.temperatureMaxC), null),
      acceptedShares: total(part, 'acceptedShares'),
      rejectedShares: total(part, 'rejectedShares'),
      coverage: part.reduce((sum, point) => sum + point.coverage, 0) / part.length,
    })
  }
  return rows.reverse()
}

function weightedMean(points: readonly PerformancePoint[], figure: HistoryFigure): number | null {
  let sum = 0
  let weight = 0
  for (const point of points) {
    const value = point[figure]
    if (value === null) continue
    sum += value * point.coverage
    weight += point.coverage
  }
  return weight > 0 ? sum / weight : null
}

function total(
  points: readonly PerformancePoint[],
  figure: 'acceptedShares' | 'rejectedShares',
): number | null {
  const known = points.map((point) => point[figure]).filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}

function higher(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
