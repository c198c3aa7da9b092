/**
 * What the set carried over its last running hours. A prime-rated set may give its rating for any length of time as long as the mean over 24
 * running hours stays at about 70 % of it; standstill does not count, and less than 30 % counts as 30 % (ISO 8528-1).
 */
export type MeanLoad = readonly LoadSpan[]

/** Part of the past: how long the set ran, ms, and its mean load as a share of what it can give. */
export type LoadSpan = { ms: number; share: number }

const hourMs = 3_600_000
const windowMs = 24 * hourMs
const spanMs = hourMs / 2
const leastShare = 0.3
/** A set that carries less stands still. */
const standstillShare = 0.01
/** What is above the limit is given back within this time. */
const correctionMs = 4 * hourMs

/** Adds a load that lasted for some time. Both are 0 or more. */
export function addToMean(mean: MeanLoad, share: number, ms: number): MeanLoad {
  if (share < standstillShare || ms <= 0) return mean
  const counted = Math.max(leastShare, share)
  const last = mean.at(-1)
  if (last === undefined || last.ms >= spanMs)
    return [...mean, { ms, share: counted }].slice(-windowMs / spanMs)
  const whole = last.ms + ms
  return [...mean.slice(0, -1), { ms: whole, share: (last.share * last.ms + counted * ms) / whole }]
}

/** The mean over the last 24 running hours, or as many as are known, as a share of what the set can give; null while nothing is known. */
export function meanShare(mean: MeanLoad): number | null {
  const known = mean.reduce((sum, { ms }) => sum + ms, 0)
  return known === 0 ? null : mean.reduce((sum, { ms, share }) => sum + ms * share, 0) / known
}

/**
 * What the set may carry from now on so that its mean comes to the limit within some hours; a share, above 1 where nothing is in the way. Hours
 * that are not known count as at the limit: what was carried then is no credit.
 */
export function shareWithin(mean: MeanLoad, limitShare: number): number {
  const creditMs = mean.reduce((sum, { ms, share }) => sum + ms * (limitShare - share), 0)
  return Math.max(0, limitShare + creditMs / correctionMs)
}
