/** A span of time with what the law saw and did in it, as the history keeps it. Null is unknown. */
export type FollowedSpan = {
  seconds: number
  /** What the miners took. */
  miningKw: number | null
  /** What they were allowed to take. */
  allowedKw: number | null
  /** What all wanted miners take at full power. */
  fleetKw: number
  /** The part of it that was taken away by the law: asleep, at lower power, or waiting for the hold time. */
  curtailedKw: number
  /** What a kilowatt-hour of the curtailed miners would have earned, cents; null when not known. */
  revenuePerKwhCents: number | null
}

/** Figures for a report over some time. */
export type CurtailmentReport = {
  /** Hours with a known load, and without. */
  knownHours: number
  unknownHours: number
  usedKwh: number
  /** What miners could have taken of the spare power: what was allowed, at most their full power. */
  possibleKwh: number
  /** usedKwh / possibleKwh, at most 1; null when nothing was possible. */
  usedShare: number | null
  /** Hours in which at least one miner was curtailed. */
  curtailedHours: number
  curtailedKwh: number
  /** Estimate of what curtailment cost, whole cents; null when it was curtailed and no revenue was known at all. */
  lostRevenueCents: number | null
  /** Curtailed energy whose revenue is not known and not in the estimate. */
  unpricedKwh: number
}

/** Sums up spans in any order. Where load or mining power is unknown, nothing counts as used or possible. */
export function curtailmentReport(spans: readonly FollowedSpan[]): CurtailmentReport {
  let knownSeconds = 0
  let unknownSeconds = 0
  let curtailedSeconds = 0
  let usedKwh = 0
  let possibleKwh = 0
  let curtailedKwh = 0
  let unpricedKwh = 0
  let lostCents = 0
  for (const span of spans) {
    const hours = span.seconds / 3_600
    if (span.miningKw === null || span.allowedKw === null) unknownSeconds += span.seconds
    else {
      knownSeconds += span.seconds
      const possibleKw = Math.min(span.fleetKw, Math.max(0, span.allowedKw))
      possibleKwh += possibleKw * hours
      // On their way down miners take more than they may: that does not count as use of spare power.
      usedKwh += Math.min(span.miningKw, possibleKw) * hours
    }
    if (span.curtailedKw <= 0) continue
    curtailedSeconds += span.seconds
    curtailedKwh += span.curtailedKw * hours
    if (span.revenuePerKwhCents === null) unpricedKwh += span.curtailedKw * hours
    else lostCents += span.curtailedKw * hours * span.revenuePerKwhCents
  }
  const isPriced = curtailedKwh === 0 || unpricedKwh < curtailedKwh
  return {
    knownHours: knownSeconds / 3_600,
    unknownHours: unknownSeconds / 3_600,
    usedKwh,
    possibleKwh,
    usedShare: possibleKwh > 0 ? usedKwh / possibleKwh : null,
    curtailedHours: curtailedSeconds / 3_600,
    curtailedKwh,
    lostRevenueCents: isPriced ? Math.round(lostCents) : null,
    unpricedKwh,
  }
}
