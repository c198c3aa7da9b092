/** Lines of a chart over one row of times (s since 1970), with a null in every line wherever a step is missing. */
export type TimeSeries = { at: number[]; figures: (number | null)[][] }

/** Turns points into lines that break where nothing was sampled. Points may come in any order; `at` in ms. */
export function timeSeries<Point extends { at: number }>(
  points: readonly Point[],
  stepSeconds: number,
  picks: readonly ((point: Point) => number | null)[],
): TimeSeries {
  const at: number[] = []
  const figures: (number | null)[][] = picks.map(() => [])
  let previous: number | null = null
  for (const point of [...points].sort((a, b) => a.at - b.at)) {
    const seconds = Math.round(point.at / 1000)
    if (seconds === previous) continue
    if (previous !== null && seconds - previous > 1.5 * stepSeconds) {
      at.push(previous + stepSeconds)
      for (const line of figures) line.push(null)
    }
    at.push(seconds)
    picks.forEach((pick, index) => {
      figures[index]?.push(pick(point))
    })
    previous = seconds
  }
  return { at, figures }
}

/** Several rows of points on one row of times; where one has nothing at a time, it has a gap there. `at` in ms. */
export function alignSeries<Point extends { at: number }>(
  rows: readonly (readonly Point[])[],
  stepSeconds: number,
  pick: (point: Point) => number | null,
): TimeSeries {
  const step = stepSeconds * 1000
  const slot = (at: number) => Math.floor(at / step)
  const slots = [...new Set(rows.flatMap((row) => row.map(({ at }) => slot(at))))].sort((a, b) => a - b)
  const whole = slots.flatMap((one, index) => {
    const next = slots[index + 1]
    return next !== undefined && next > one + 1 ? [one, one + 1] : [one]
  })
  return {
    at: whole.map((one) => (one * step) / 1000),
    figures: rows.map((row) => {
      const known = new Map(row.map((point) => [slot(point.at), pick(point)]))
      return whole.map((one) => known.get(one) ?? null)
    }),
  }
}

/** A part of a span around its middle, `factor` below 1 for nearer; never out of `whole` and never under `least` seconds. */
export function zoomSpan(
  span: readonly [number, number],
  factor: number,
  whole: readonly [number, number],
  least = 60,
): [number, number] {
  const width = Math.min(Math.max((span[1] - span[0]) * factor, least), whole[1] - whole[0])
  const middle = (span[0] + span[1]) / 2
  const from = Math.min(Math.max(middle - width / 2, whole[0]), whole[1] - width)
  return [from, from + width]
}
