/**
 * What a miner takes at full power by its maker's data sheet, W: the highest figure of the family, since with a figure that is too low
 * miners are started into too little room. The first that matches counts.
 */
const families: readonly [RegExp, number][] = [
  [/s21e?\s*xp\s*\+?\s*hyd/i, 5_800],
  [/s21\s*(pro\s*)?\+?\s*e?\s*hyd/i, 5_400],
  [/s19\s*(j|k|a)?\s*(xp|pro)?\s*\+?\s*hyd/i, 5_450],
  [/t21/i, 3_700],
  [/s21/i, 3_700],
  [/(s|t)19/i, 3_450],
  [/(s|t)17/i, 3_100],
  [/(s|t)9/i, 1_500],
  [/m(33|53|63|73)s?/i, 10_000],
  [/m(36|56|66|76)s?/i, 6_000],
  [/m(30|31|32|50|60|61|70)s?/i, 3_800],
  [/m(20|21)s?/i, 3_600],
  [/(avalon.*)?a?15\d\d/i, 3_800],
  [/(avalon.*)?a?1[2-4]\d\d/i, 3_700],
  [/nano\s*3s?/i, 150],
  [/bitaxe|nerdq?axe|nerd\b|gamma|supra|ultra\b/i, 150],
]

/** The data sheet's figure for a model, or null for an unknown one. */
export function modelPowerWatts(model: string | null): number | null {
  if (model === null) return null
  return families.find(([pattern]) => pattern.test(model))?.[1] ?? null
}

/** What a miner of unknown power counts as, W: more than most models take, so that it is not started into too little room. */
export const unknownRatedWatts = 6_000
/** No single miner takes more, W: a figure above it is a garbled answer, and would take the room of all others. */
export const mostMinerWatts = 30_000
/** A power as a device reported it; null where no miner has such a one. */
export const believedWatts = (watts: number | null): number | null =>
  watts === null || watts > mostMinerWatts ? null : watts
/** A limit below this is no miner's: a garbled answer, by which it would be started into no room at all. */
const leastLimitWatts = 500
/** It must have mined this long before the highest power seen is believed to be its full power. */
export const settledMs = 600_000

/** What is known of a device's power. */
export type PowerKnowledge = {
  model: string | null
  /** The highest power that the device itself reports it can be set to. */
  ownLimitWatts: number | null
  /** The limit that is set in it, where it tells no highest one; left out or null: it tells none. */
  setLimitWatts?: number | null
  /** The most that it was ever seen to take while it mined; null: never. */
  highestWatts: number | null
  /** How long it was seen mining in all. */
  minedMs: number
}

/**
 * The full power of a device, W: its own plate, else its model's, else the limit that is set in it, and never less than it was seen to take. Without
 * any of them the most that was seen counts only after it has mined for some time: a reading during a ramp or a sleep proves nothing.
 */
export function ratedPowerWatts({ model, minedMs, ...believed }: PowerKnowledge): number {
  const highestWatts = believedWatts(believed.highestWatts)
  const plate =
    believedWatts(believed.ownLimitWatts) ?? modelPowerWatts(model) ?? setLimit(believed.setLimitWatts)
  if (plate !== null) return Math.max(plate, highestWatts ?? 0)
  if (highestWatts === null || minedMs < settledMs) return Math.max(highestWatts ?? 0, unknownRatedWatts)
  return highestWatts
}

function setLimit(watts: number | null = null): number | null {
  const believed = believedWatts(watts)
  return believed !== null && believed >= leastLimitWatts ? believed : null
}

/** What a miner reached: over its last whole window, and so far in this one. */
export type Reach = { reachedWatts: number | null; window: { watts: number; ms: number } | null }
export const noReach: Reach = { reachedWatts: null, window: null }

/**
 * What a miner really reaches, which is less than its plate with a dead board, in heat, underclocked, or at a limit set by hand. The most of
 * ten minutes of mining without a break counts, and more at once; what it takes while it is held at lower power, idle or unmeasured (null) says nothing.
 *
 * @example observeReach({ reachedWatts: null, window: { watts: 2_300, ms: 590_000 } }, 2_250, 30_000).reachedWatts // 2300
 */
export function observeReach(before: Reach, miningWatts: number | null, periodMs: number): Reach {
  if (miningWatts === null) return before.window === null ? before : { ...before, window: null }
  const window = {
    watts: Math.max(before.window?.watts ?? 0, miningWatts),
    ms: (before.window?.ms ?? 0) + periodMs,
  }
  if (window.ms >= settledMs) return { reachedWatts: window.watts, window: null }
  const reachedWatts = before.reachedWatts === null ? null : Math.max(before.reachedWatts, miningWatts)
  return { reachedWatts, window }
}
