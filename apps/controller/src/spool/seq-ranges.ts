/** Inclusive range of batch numbers. */
export type SeqRange = readonly [first: number, last: number]

/** Adds a range to a sorted list of disjoint, non-touching ranges and keeps it so. */
export function addRange(ranges: readonly SeqRange[], [first, last]: SeqRange): SeqRange[] {
  if (last < first) return [...ranges]
  const before = ranges.filter((range) => range[1] < first - 1)
  const after = ranges.filter((range) => range[0] > last + 1)
  const touching = ranges.slice(before.length, ranges.length - after.length)
  const low = Math.min(first, touching[0]?.[0] ?? first)
  const high = Math.max(last, touching.at(-1)?.[1] ?? last)
  return [...before, [low, high], ...after]
}

/** Whether every number of `first..last` is in the list. */
export function coversRange(ranges: readonly SeqRange[], [first, last]: SeqRange): boolean {
  return ranges.some((range) => range[0] <= first && last <= range[1])
}

/** Smallest number from `from` to `to` that is not in the list; null when there is none. */
export function firstMissing(ranges: readonly SeqRange[], from: number, to: number): number | null {
  let candidate = from
  for (const [first, last] of ranges) {
    if (first > candidate) break
    if (last >= candidate) candidate = last + 1
  }
  return candidate <= to ? candidate : null
}

/** How many numbers of `first..last` are not in the list. */
export function countMissing(ranges: readonly SeqRange[], [first, last]: SeqRange): number {
  let missing = Math.max(0, last - first + 1)
  for (const range of ranges) {
    missing -= Math.max(0, Math.min(last, range[1]) - Math.max(first, range[0]) + 1)
  }
  return missing
}
