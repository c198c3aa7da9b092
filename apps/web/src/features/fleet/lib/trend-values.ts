import type { TrendPoint } from '@shipminer/contract/mining'

/** One figure of the last 24 hours as evenly spaced values, oldest first; a step that was not measured is null. */
export function trendValues(
  points: readonly TrendPoint[],
  { serverTime, stepSeconds }: { serverTime: number; stepSeconds: number },
  pick: (point: TrendPoint) => number | null,
): (number | null)[] {
  const stepMs = stepSeconds * 1000
  const last = Math.floor(serverTime / stepMs) * stepMs
  const byStep = new Map(points.map((point) => [Math.floor(point.at / stepMs) * stepMs, pick(point)]))
  const count = Math.round(86_400_000 / stepMs)
  const values = Array.from(
    { length: count },
    (_, index) => byStep.get(last - (count - 1 - index) * stepMs) ?? null,
  )
  // The step under way is empty until its first values are summed: that is no gap yet.
  return values.at(-1) === null ? values.slice(0, -1) : values
}
