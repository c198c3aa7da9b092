/** Large odds are known to two digits at best: to whole hundreds from 1,000 up, whole below. */
export function roundOdds(value: number): number {
  return value >= 1000 ? Math.round(value / 100) * 100 : Math.round(value)
}
