/** A chance as "1 in n", n a whole number of at least 1; null when it is nil or not a chance. */
export function oneIn(probability: number): number | null {
  if (!(probability > 0) || probability > 1) return null
  const n = 1 / probability
  return Number.isFinite(n) ? Math.max(1, roundTo(n, 3)) : null
}

/** Rounds to a few significant digits: the chance is not known to the last digit. */
export function roundTo(value: number, digits: number): number {
  return value === 0 ? 0 : Math.round(Number(value.toPrecision(digits)))
}
