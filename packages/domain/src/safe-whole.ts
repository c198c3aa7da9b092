/**
 * A whole number that is held exactly: one beyond that stops there. No true total comes near it, so that a poisoned one harms nothing but
 * itself.
 */
export const safeWhole = (value: number) =>
  Math.min(Math.max(Math.round(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** A total of whole numbers as `safeWhole` holds it. */
export const safeTotal = (values: Iterable<number>) => {
  let total = 0
  for (const value of values) total += value
  return safeWhole(total)
}
