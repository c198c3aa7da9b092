import type { QuietHours } from './plan/quiet-hours.ts'

/** Everything that a ship can set about following its generator. kW, ms and percent. */
export type FollowerSettings = {
  /** What the generator can give continuously. */
  capacityKw: number
  /** How much of it ship and miners together may take, percent. */
  limitPercent: number
  /**
   * What the set may carry on average over 24 running hours, percent of its capacity, by its rating class: about 70 for a prime-rated set (PRP),
   * null for one that is rated for continuous load (COP).
   */
  meanLimitPercent: number | null
  /** Room below the limit that miners never use: it absorbs what the ship switches on while miners are still on their way down. */
  reserveKw: number
  /** How long there must have been room before a miner is started into it. */
  holdMs: number
  /** A load older than this is unknown, and an unknown load switches everything off. */
  staleAfterMs: number
  /** Miners are started in groups of at most this much, */
  restoreGroupKw: number
  /** one group after the other with this time between. */
  restoreStaggerMs: number
  /** A starting miner counts as its rated power times this. */
  rampHeadroom: number
  /** More room than needed, so that a noisy meter does not make the miners come and go. */
  deadbandKw: number
  /** Starts of one miner within an hour. Sheds are never limited. */
  maxStartsPerHour: number
  /** The limit on shore power; null: no mining on it. */
  shoreCapacityKw: number | null
  /** The limit on batteries; null: no mining on them. */
  batteryCapacityKw: number | null
  /** What miners may use while only a contact says that the ship does not need power; null: a contact alone is not enough. */
  contactBudgetKw: number | null
  /** The most that the ship switches on at once (bow thruster, crane); null: the largest rise that was seen. */
  largestStepKw: number | null
  /** How long the generator may be above the limit; decides which miners are quick enough to save reserve. */
  toleratedOverMs: number
  /** Hold the limit on every phase, where the meter gives them. */
  watchPhases: boolean
  quietHours: readonly QuietHours[]
  /** Ids of miners that give way before all others, in this order; the rest by revenue per kWh, the poorest first. */
  shedFirst: readonly string[]
  masterStop: boolean
  /** From this share of the capacity on the contactor grows hot, percent. */
  tripPickupPercent: number
  /** At twice the pick-up it opens after this long; at 1.1 times after ten times as long. */
  tripTimeMs: number
  /** It opens after this long without a usable reading. */
  tripUnknownMs: number
  /** It cools to a third in this time. */
  tripCoolMs: number
  /** How long there must have been room before it closes again. */
  tripReturnMs: number
  /** After this many openings by overload within an hour, a person on board has to close it. */
  tripLockOpenings: number
  /** The relay drops this long after the last pulse, so the pulse ends that much earlier. */
  relayDropMs: number
  /** What one phase of the generator may carry, A; null: current is not looked at. */
  ratedCurrentAmps: number | null
  nominalHz: number
  /** Below this share of the nominal frequency miners give way, percent; null: the frequency sheds nothing. */
  shedFrequencyPercent: number | null
  /** Of the ship's network, phase to neutral, V. */
  nominalVolts: number
  /** Below this share of it on the lowest phase miners give way, percent; null: the voltage sheds nothing. */
  shedVoltagePercent: number | null
}

/** About 7.6 s at the capacity, 2.5 s at 110 % of it and 0.36 s at 200 %: inside what ships' own overload trips have. */
export const contactorDefaults = {
  tripPickupPercent: 95,
  tripTimeMs: 400,
  tripUnknownMs: 5_000,
  tripCoolMs: 120_000,
  tripReturnMs: 120_000,
  tripLockOpenings: 3,
  relayDropMs: 2_000,
  ratedCurrentAmps: null,
  nominalHz: 50,
} as const satisfies Partial<FollowerSettings>

/** Most sets are prime-rated; and a set that does not reach 49 Hz, or 202 V on a phase, for a second has more load than it bears. */
export const ratingDefaults = {
  meanLimitPercent: 70,
  shedFrequencyPercent: 98,
  nominalVolts: 230,
  shedVoltagePercent: 88,
} as const satisfies Partial<FollowerSettings>

/** What a ship starts with; only the capacity must be known. */
export function defaultSettings(capacityKw: number): FollowerSettings {
  return {
    capacityKw,
    limitPercent: 85,
    reserveKw: Math.round(capacityKw * 0.1 * 10) / 10,
    holdMs: 300_000,
    staleAfterMs: 10_000,
    restoreGroupKw: 12,
    restoreStaggerMs: 15_000,
    rampHeadroom: 1.05,
    deadbandKw: Math.round(capacityKw * 0.01 * 10) / 10,
    maxStartsPerHour: 6,
    shoreCapacityKw: null,
    batteryCapacityKw: null,
    contactBudgetKw: null,
    largestStepKw: null,
    toleratedOverMs: 10_000,
    watchPhases: true,
    quietHours: [],
    shedFirst: [],
    masterStop: false,
    ...ratingDefaults,
    ...contactorDefaults,
  }
}

/** What the crew sets on board. A value here is used instead of the shore's, whichever is larger. */
export type OnBoardLimits = Partial<Omit<FollowerSettings, 'masterStop'>>

/**
 * The settings in force: the shore's, with those of the crew over them. The master stop is the crew's alone: the shore can neither set
 * nor release it.
 */
export function settingsInForce(
  shore: FollowerSettings,
  onBoard: OnBoardLimits,
  masterStop: boolean,
): FollowerSettings {
  return { ...shore, ...onBoard, masterStop }
}

type Range = readonly [least: number, most: number]
const ranges = {
  capacityKw: [1, 100_000],
  limitPercent: [10, 100],
  meanLimitPercent: [30, 100],
  reserveKw: [0, 100_000],
  holdMs: [30_000, 86_400_000],
  staleAfterMs: [2_000, 60_000],
  restoreGroupKw: [0.1, 100_000],
  restoreStaggerMs: [1_000, 3_600_000],
  rampHeadroom: [1, 2],
  deadbandKw: [0, 10_000],
  maxStartsPerHour: [1, 60],
  shoreCapacityKw: [1, 100_000],
  batteryCapacityKw: [1, 100_000],
  contactBudgetKw: [0.1, 100_000],
  largestStepKw: [0, 100_000],
  toleratedOverMs: [0, 600_000],
  tripPickupPercent: [60, 100],
  tripTimeMs: [50, 1_000],
  tripUnknownMs: [1_000, 10_000],
  tripCoolMs: [5_000, 1_800_000],
  tripReturnMs: [10_000, 3_600_000],
  tripLockOpenings: [1, 10],
  relayDropMs: [0, 5_000],
  ratedCurrentAmps: [1, 100_000],
  nominalHz: [45, 65],
  shedFrequencyPercent: [90, 100],
  // Their product is never below what a running set can have.
  nominalVolts: [215, 277],
  shedVoltagePercent: [85, 98],
} as const satisfies Partial<Record<keyof FollowerSettings, Range>>

/** Least and most of every number in the settings, for forms and parsers. */
export const settingsRanges: Readonly<Record<keyof typeof ranges, Range>> = ranges

/** Which settings cannot be followed; empty when all can. Nothing is corrected silently. */
export function settingsProblems(settings: FollowerSettings): (keyof FollowerSettings)[] {
  const problems: (keyof FollowerSettings)[] = []
  for (const [name, [least, most]] of Object.entries(ranges) as [keyof typeof ranges, Range][]) {
    const setting = settings[name]
    if (setting !== null && !(setting >= least && setting <= most)) problems.push(name)
  }
  if (settings.reserveKw > (settings.capacityKw * settings.limitPercent) / 100) problems.push('reserveKw')
  const isMinute = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute < 1_440
  if (!settings.quietHours.every(({ fromMinute, toMinute }) => isMinute(fromMinute) && isMinute(toMinute)))
    problems.push('quietHours')
  return [...new Set(problems)]
}
