/** Rules that a box carries out by itself for its owner; null is off. */
export type RuleSettings = {
  /** Restarts a miner that makes nothing, or misses a hashboard, for so long; at most so often within 24 hours. */
  restart: { afterMinutes: number; mostPerDay: number } | null
  /** Lowers the power of a miner whose chips are above so many °C, or puts it to sleep. */
  coolDown: { aboveC: number } | null
}

export const noRules: RuleSettings = { restart: null, coolDown: null }

/** What an owner may enter, least and most, and what a form begins with. */
export const ruleRanges = {
  afterMinutes: { min: 10, max: 240, usual: 20 },
  mostPerDay: { min: 1, max: 6, usual: 3 },
  aboveC: { min: 70, max: 95, usual: 85 },
} as const
