/** What a set burns at a part of its capacity, in grams for every kilowatt hour it gives. */
export type CurvePoint = { loadPercent: number; gramsPerKwh: number }

/** A diesel set of 40 to 300 kW as makers' sheets give it: used where the owner does not know that of the own set. */
export const typicalCurve: readonly CurvePoint[] = [
  { loadPercent: 25, gramsPerKwh: 280 },
  { loadPercent: 50, gramsPerKwh: 235 },
  { loadPercent: 75, gramsPerKwh: 218 },
  { loadPercent: 100, gramsPerKwh: 215 },
]

/** Diesel by EN 590 at 15 °C. */
export const gramsPerLitre = 840
/** Carbon dioxide from burning a gram of diesel: 86.2 % of it is carbon. */
export const co2PerGram = 3.16

export const litresOf = (grams: number): number => grams / gramsPerLitre

/**
 * What the set burns in an hour at a load, g: straight between the points of the curve and on beyond its ends, so that what it burns without
 * any load is there too. Null for a curve that does not rise.
 */
export function gramsPerHour(
  curve: readonly CurvePoint[],
  capacityKw: number,
  loadKw: number,
): number | null {
  const points = curve
    .map(({ loadPercent, gramsPerKwh }) => {
      const kw = (capacityKw * loadPercent) / 100
      return { kw, grams: kw * gramsPerKwh }
    })
    .sort((a, b) => a.kw - b.kw)
  const next = points.findIndex(({ kw }) => kw >= loadKw)
  const upper = next < 0 ? points.length - 1 : Math.max(1, next)
  const from = points[upper - 1]
  const to = points[upper]
  if (from === undefined || to === undefined || to.kw <= from.kw) return null
  const slope = (to.grams - from.grams) / (to.kw - from.kw)
  return slope > 0 ? Math.max(0, from.grams + slope * (loadKw - from.kw)) : null
}

/** What each kilowatt hour between two loads costs in fuel, g: what the set burns more, not its mean. Null where the curve does not say. */
export function marginalGramsPerKwh(
  curve: readonly CurvePoint[],
  capacityKw: number,
  fromKw: number,
  toKw: number,
): number | null {
  // A span too short to divide by is widened: the slope is the same.
  const topKw = Math.max(toKw, fromKw + capacityKw / 100)
  const from = gramsPerHour(curve, capacityKw, fromKw)
  const to = gramsPerHour(curve, capacityKw, topKw)
  return from === null || to === null ? null : Math.max(0, (to - from) / (topKw - fromKw))
}

/** Whether points make a curve that can be followed: at least two loads, and more fuel for more load. */
export function isCurve(curve: readonly CurvePoint[]): boolean {
  const loads = new Set(curve.map(({ loadPercent }) => loadPercent))
  if (curve.length < 2 || loads.size < curve.length) return false
  const grams = curve
    .toSorted((a, b) => a.loadPercent - b.loadPercent)
    .map(({ loadPercent, gramsPerKwh }) => loadPercent * gramsPerKwh)
  return grams.every((value, index) => index === 0 || value > (grams[index - 1] ?? 0))
}
