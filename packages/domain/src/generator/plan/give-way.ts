import type { Explanation } from '../explanation.ts'

/** What is being measured of giving way, and the time above limit and capacity so far; ms of the law's clock. */
export type GiveWay = {
  /** The ship asked, and the load does not fit yet. */
  asked: { at: number; miningKw: number } | null
  lastAt: number | null
  isOverLimit: boolean
  isOverCapacity: boolean
  overLimitMs: number
  overCapacityMs: number
}
export const newGiveWay: GiveWay = {
  asked: null,
  lastAt: null,
  isOverLimit: false,
  isOverCapacity: false,
  overLimitMs: 0,
  overCapacityMs: 0,
}

/** Longer than this nobody gives way: something else is going on. */
const longestMs = 1_800_000
/** Turns come four times a second; a gap is not time that was seen. */
const longestTurnMs = 1_000
/** What sleeping miners take, as a share of the fleet. */
const idleShare = 0.05

/**
 * One turn: from the reading that shows that the ship needs power until the one that shows that the load fits. What ends otherwise, since the
 * load is not known any more, was not measured.
 */
export function stepGiveWay(
  state: GiveWay,
  /** Null: nothing is followed, or the box tries something itself. */
  law: Explanation | null,
  capacityKw: number | null,
  now: number,
): { state: GiveWay; gaveWay: { tookMs: number; kw: number } | null } {
  const passedMs = state.lastAt === null ? 0 : Math.min(longestTurnMs, Math.max(0, now - state.lastAt))
  const load = law?.generatorLoadKw ?? null
  const next: GiveWay = {
    asked: null,
    lastAt: now,
    isOverLimit: load !== null && law !== null && law.limitKw !== null && load > law.limitKw,
    isOverCapacity: load !== null && capacityKw !== null && load > capacityKw,
    overLimitMs: state.overLimitMs + (state.isOverLimit ? passedMs : 0),
    overCapacityMs: state.overCapacityMs + (state.isOverCapacity ? passedMs : 0),
  }
  const { asked } = state
  if (law === null || law.miningKw === null || law.loadAgeMs === null) return { state: next, gaveWay: null }
  const readAt = now - law.loadAgeMs
  const needsContact = law.offReason === 'ship-needs-power'
  const targetKw =
    needsContact || law.allowedKw === null || law.shipLoadKw === null ? null : law.allowedKw + law.shipLoadKw
  if (!needsContact && (targetKw === null || load === null)) return { state: next, gaveWay: null }
  const isGone = law.miningKw <= idleShare * law.fleetKw
  const fits = isGone || (targetKw !== null && load !== null && load <= targetKw)
  // Miners that say they are off while the meter has not been read since are not seen to be gone.
  if (asked !== null && fits && readAt > asked.at)
    return {
      state: next,
      gaveWay: { tookMs: readAt - asked.at, kw: Math.max(0, asked.miningKw - law.miningKw) },
    }
  if (asked !== null) return { state: now - asked.at > longestMs ? next : { ...next, asked }, gaveWay: null }
  const isAsked = law.activity === 'shedding' || needsContact
  return {
    state: isAsked && !fits ? { ...next, asked: { at: readAt, miningKw: law.miningKw } } : next,
    gaveWay: null,
  }
}

/** The worst and the middle of some times, ms; null of none. */
export function worstAndMedian(times: readonly number[]): {
  worstMs: number | null
  medianMs: number | null
} {
  const sorted = times.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) return { worstMs: null, medianMs: null }
  return { worstMs: sorted.at(-1) ?? null, medianMs: Math.round((upper + lower) / 2) }
}
