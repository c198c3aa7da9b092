/** Geometry of a sparkline in a box of `width` × `height`: one path of what is known, one of the gaps. */
export type SparklinePath = {
  line: string
  gaps: string
  low: number | null
  high: number | null
  last: number | null
}

/**
 * Draws evenly spaced values, oldest first. `null` is a gap: the line breaks, and a second, dashed path leads across it at the height of
 * the last known value. A lone value becomes a dot. The scale runs from the lowest to the highest value with a floor of 2 % of the
 * highest, so that noise on a steady line does not look like a storm.
 */
export function sparklinePath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  pad = 3,
): SparklinePath {
  const known = values.filter((value) => value !== null)
  const last = values.findLast((value) => value !== null) ?? null
  if (known.length === 0) {
    return { line: '', gaps: `M0 ${round(height / 2)}H${width}`, low: null, high: null, last }
  }
  const low = known.reduce((a, b) => Math.min(a, b))
  const high = known.reduce((a, b) => Math.max(a, b))
  const span = Math.max(high - low, Math.abs(high) * 0.02, Number.EPSILON)
  const middle = (low + high) / 2
  const x = (index: number) => round(values.length < 2 ? width / 2 : (index * width) / (values.length - 1))
  const y = (value: number) => round(height / 2 - ((value - middle) / span) * (height - 2 * pad))

  let line = ''
  let gaps = ''
  let previous: { index: number; value: number } | null = null
  values.forEach((value, index) => {
    if (value === null) return
    const lone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
    const joined = previous !== null && previous.index === index - 1
    line += joined ? `L${x(index)} ${y(value)}` : `M${x(index)} ${y(value)}${lone ? 'h0.01' : ''}`
    if (!joined && index > 0) {
      const from = previous ?? { index: 0, value }
      gaps += `M${x(from.index)} ${y(from.value)}L${x(index)} ${y(previous ? from.value : value)}`
    }
    previous = { index, value }
  })
  const end = previous as { index: number; value: number } | null
  if (end && end.index < values.length - 1) gaps += `M${x(end.index)} ${y(end.value)}H${width}`
  return { line, gaps, low, high, last }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
