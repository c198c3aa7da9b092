/** The least of a value over spans of time, the oldest first. Times in ms. */
export type HeldMinimum = readonly { from: number; until: number; least: number }[]

const spans = 20

/** Adds a value. Values as old as `holdMs` or older are dropped; a gap of more than `maxGapMs` without a value drops all before it. */
export function holdMinimum(
  held: HeldMinimum,
  value: number,
  now: number,
  options: { holdMs: number; maxGapMs: number },
): HeldMinimum {
  const last = held.at(-1)
  if (last === undefined || now - last.until > options.maxGapMs)
    return [{ from: now, until: now, least: value }]
  const first = held.findIndex(({ until }) => until > now - options.holdMs)
  const kept = first <= 0 ? held : held.slice(first)
  if (now - last.from < options.holdMs / spans)
    return [...kept.slice(0, -1), { from: last.from, until: now, least: Math.min(last.least, value) }]
  return [...kept, { from: last.until, until: now, least: value }]
}

/** The least value over the whole hold time up to the last value added, or null while the history is shorter than that. */
export function heldValue(held: HeldMinimum, holdMs: number): number | null {
  const first = held[0]
  const last = held.at(-1)
  if (first === undefined || last === undefined || first.from > last.until - holdMs) return null
  return Math.min(...held.map(({ least }) => least))
}
