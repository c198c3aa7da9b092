import type { FollowerSettings } from '../follower-settings.ts'
import type { LoadReading } from './load-reading.ts'

/**
 * A set whose frequency stays low has more load than its engine bears, whatever its plate says: a bad filter, hot air, a set beside it that
 * dropped out. It is the earliest sign, and the only one where no power is measured.
 */
export type FrequencySag = {
  /** When the first frequency below the limit was measured; null: it is not below, or not known. */
  since: number | null
  /** When miners last gave way because of it. */
  shedAt: number | null
}

export const noSag: FrequencySag = { since: null, shedAt: null }

/** A dip shorter than this is the governor taking up a step, and one measurement may be wrong, ms. */
const settleMs = 1_000
/** Time between two steps, for the first to show, ms. */
const betweenMs = 10_000
/** What gives way at once, as a share of what the set can give. */
const stepShare = 0.2
/** A frequency outside this range is not that of a running set. */
const plausible: readonly [number, number] = [0.85, 1.15]

/** Whether a frequency can be that of a running set of 50 or 60 Hz: all that a meter without power has to show for itself. */
export const isRunning = (hz: number | null): boolean => hz !== null && hz >= 42.5 && hz <= 69

/** What a reading says about the frequency: whether it sags, and how much has to give way now because of that, kW. */
export function judgeFrequency(
  before: FrequencySag,
  input: { reading: LoadReading | null; settings: FollowerSettings; now: number },
): { sag: FrequencySag; isSagging: boolean; needKw: number } {
  const { settings, reading, now } = input
  const hz = reading?.frequencyHz ?? null
  const ofNominal = hz === null ? null : hz / settings.nominalHz
  const isLow =
    settings.shedFrequencyPercent !== null &&
    reading?.powerSource === 'generator' &&
    ofNominal !== null &&
    ofNominal >= plausible[0] &&
    ofNominal <= plausible[1] &&
    ofNominal * 100 < settings.shedFrequencyPercent
  if (!isLow) return { sag: { since: null, shedAt: before.shedAt }, isSagging: false, needKw: 0 }
  // By when it was measured: one figure says nothing of how long it stays, however long it is the newest.
  const measuredAt = reading.frequencyAt ?? reading.arrivedAt
  const since = before.since ?? measuredAt
  const isSagging = measuredAt - since >= settleMs
  const isDue = isSagging && (before.shedAt === null || measuredAt - before.shedAt >= betweenMs)
  return {
    sag: { since, shedAt: isDue ? now : before.shedAt },
    isSagging,
    needKw: isDue ? stepShare * settings.capacityKw : 0,
  }
}
