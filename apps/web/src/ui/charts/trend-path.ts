export type TrendPath = {
  line: string
  expectedY: number | null
  low: number | null
  high: number | null
  last: number | null
}

/** A line from evenly spaced values, oldest first, on a scale from `from` up to the highest of them or what is expected. `null` breaks it. */
export function trendPath(
  values: readonly (number | null)[],
  { width, height, from, expected }: { width: number; height: number; from: number; expected: number | null },
): TrendPath {
  const known = values.filter((value) => value !== null)
  const pad = 3
  const top = Math.max(...known, expected ?? from, from + Number.EPSILON)
  const y = (value: number) =>
    round(height - pad - ((Math.max(value, from) - from) / (top - from)) * (height - 2 * pad))
  const x = (index: number) => round(values.length < 2 ? width / 2 : (index * width) / (values.length - 1))
  let line = ''
  values.forEach((value, index) => {
    if (value === null) return
    const before = values[index - 1] ?? null
    const isLone = before === null && (values[index + 1] ?? null) === null
    line += `${before === null ? 'M' : 'L'}${x(index)} ${y(value)}${isLone ? 'h0.01' : ''}`
  })
  return {
    line,
    expectedY: expected === null ? null : y(expected),
    low: known.length === 0 ? null : Math.min(...known),
    high: known.length === 0 ? null : Math.max(...known),
    last: known.at(-1) ?? null,
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
