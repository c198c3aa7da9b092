/** Why a miner that should work is restarted. */
export type Trouble = 'no-hashrate' | 'lost-board'

/** A miner that gives way to its heat. */
export type CoolDown = {
  how: 'lowered' | 'asleep'
  since: number
  /** How long it lasts at least, ms. */
  holdMs: number
  /** Asleep, after lowering its power was not enough. */
  isLowered: boolean
}

/** What the rules remember of one miner. Times in ms of the rules' clock. */
export type MinerRuleMemory = {
  /** What is wrong, and since the reading at which it began; null: nothing. */
  trouble: { what: Trouble; since: number } | null
  /** Since the first of the readings in a row that were too hot. */
  hotSince: number | null
  /** Restarts by the rule within the last day. */
  restarts: readonly number[]
  /** When the rule left it to a person. */
  gaveUpAt: number | null
  coolDown: CoolDown | null
  /** When it was cooled down within the last day. */
  coolDowns: readonly number[]
  /** Lowering its power came to nothing. */
  cannotLower: boolean
  /** When it was last reported that a rule cannot be carried out on it. */
  cannotAt: { restart: number | null; coolDown: number | null }
}

export type RuleMemory = ReadonlyMap<string, MinerRuleMemory>

export const blankMemory: MinerRuleMemory = {
  trouble: null,
  hotSince: null,
  restarts: [],
  gaveUpAt: null,
  coolDown: null,
  coolDowns: [],
  cannotLower: false,
  cannotAt: { restart: null, coolDown: null },
}

/** The part of the memory that outlives a restart of the box, with ages in ms in place of times. What was observed is observed anew. */
export type KeptMinerRules = {
  id: string
  restartAges: number[]
  gaveUpAge: number | null
  coolDown: (Omit<CoolDown, 'since'> & { age: number }) | null
  coolDownAges: number[]
}

export function keepRules(memory: RuleMemory, now: number): KeptMinerRules[] {
  const age = (at: number) => Math.max(0, now - at)
  return [...memory].flatMap(([id, { restarts, gaveUpAt, coolDown, coolDowns }]) =>
    restarts.length === 0 && gaveUpAt === null && coolDown === null && coolDowns.length === 0
      ? []
      : [
          {
            id,
            restartAges: restarts.map(age),
            gaveUpAge: gaveUpAt === null ? null : age(gaveUpAt),
            coolDown: coolDown && keepCoolDown(coolDown, age(coolDown.since)),
            coolDownAges: coolDowns.map(age),
          },
        ],
  )
}

/**
 * The memory after an absence of `awayMs`. A clock that was set back meanwhile makes that negative: then no time counts as gone by, so that
 * nothing happens more often than it may.
 */
export function restoreRules(kept: readonly KeptMinerRules[], now: number, awayMs: number): RuleMemory {
  const at = (age: number) => now - age - Math.max(0, awayMs)
  return new Map(
    kept.map(({ id, restartAges, gaveUpAge, coolDown, coolDownAges }) => [
      id,
      {
        ...blankMemory,
        restarts: restartAges.map(at),
        gaveUpAt: gaveUpAge === null ? null : at(gaveUpAge),
        coolDown: coolDown && restoreCoolDown(coolDown, at(coolDown.age)),
        coolDowns: coolDownAges.map(at),
      },
    ]),
  )
}

const keepCoolDown = ({ since: _, ...coolDown }: CoolDown, age: number) => ({ ...coolDown, age })
const restoreCoolDown = (
  { age: _, ...coolDown }: Omit<CoolDown, 'since'> & { age: number },
  since: number,
) => ({
  ...coolDown,
  since,
})
