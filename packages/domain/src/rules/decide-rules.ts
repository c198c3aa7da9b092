import type { MinerState } from '../fleet/miner-state.ts'
import {
  blankMemory,
  type CoolDown,
  type MinerRuleMemory,
  type RuleMemory,
  type Trouble,
} from './rule-memory.ts'
import type { RuleSettings } from './rule-settings.ts'

/** One miner as the rules see it. */
export type RuledMiner = {
  id: string
  /** The newest values that are fresh, read at ms of the rules' clock; null: there are none. Null figures are unknown. */
  reading: {
    at: number
    state: MinerState
    hashrateGhs: number | null
    temperatureC: number | null
  } | null
  /** False when its owner stopped it, or that is not known. */
  isWanted: boolean
  /** A command for it is being carried out or waits. */
  isBusy: boolean
  /** Whether the ship has the power that it takes at most. */
  hasRoom: boolean
  /** What it can be commanded to; null: not known yet. */
  can: { restart: boolean; lower: boolean; sleep: boolean } | null
}

/**
 * What the ship allows: `free` starts, `held` none (it needs the power, or somebody stopped everything), `paused` nothing at all, because
 * the box is being checked or replaced.
 */
export type ShipWord = 'free' | 'held' | 'paused'

export type RuleInput = {
  settings: RuleSettings
  memory: RuleMemory
  miners: readonly RuledMiner[]
  ship: ShipWord
  /** A generator is followed: then its law starts a miner again, and not the rule. */
  isFollowed: boolean
  /** Something on the ship is starting: of starts there is one at a time. */
  isStartUnderWay: boolean
}

export type RuleAction =
  /** `count`: which restart within 24 hours this is. `forMs`: how long it has been in trouble. */
  | {
      kind: 'restart'
      id: string
      trouble: Trouble
      count: number
      forMs: number
      hashrateGhs: number | null
    }
  /** A person is needed: restarts did not help. */
  | { kind: 'give-up'; id: string; trouble: Trouble; count: number; hashrateGhs: number | null }
  | { kind: 'lower' | 'sleep'; id: string; temperatureC: number }
  /** To its power of before, or started again. */
  | { kind: 'lift' | 'wake'; id: string; temperatureC: number | null }
  /** Let go, where the law of the generator starts it. */
  | { kind: 'release'; id: string; temperatureC: number | null }
  /** The device cannot do what the rule needs. */
  | { kind: 'cannot'; id: string; rule: 'restart' | 'coolDown' }

const minuteMs = 60_000
const dayMs = 86_400_000
/** Restarts of one miner are at least this far apart. */
export const betweenRestartsMs = 20 * minuteMs
/** It must be too hot for this long. */
export const hotForMs = 2 * minuteMs
/** A miner cools down for at least this long, and each further time within 24 hours twice as long as before. */
export const coolForMs = 15 * minuteMs
const mostDoublings = 4
/** It is cool this far below the limit. */
export const coolerByC = 10
/** Time to carry out a sleep, after which a miner that runs was started by somebody else. */
const sleepsWithinMs = 6 * minuteMs

/** What is wrong with a miner that should work; null: nothing that a restart could help. */
export function troubleOf({ kind, reason }: MinerState, hashrateGhs: number | null): Trouble | null {
  if (kind === 'below-expected' && reason === 'lost-board') return 'lost-board'
  // Without a pool, or too hot, a restart changes nothing; and what rests without an order was put to rest by somebody.
  const isStill =
    (kind === 'idle' && (reason === 'no-work' || reason === 'no-reason')) ||
    (kind === 'error' && reason !== 'overheat')
  return isStill && hashrateGhs === 0 ? 'no-hashrate' : null
}

const isRunning = ({ kind }: MinerState) =>
  kind === 'mining' || kind === 'below-expected' || kind === 'starting'

/**
 * One look at all miners: what the rules do now, and what they remember. Acts only on fresh and known readings, never on a miner that its
 * owner stopped or that is busy with a command, starts nothing while the ship does not allow it, and starts one at a time.
 */
export function decideRules(input: RuleInput, now: number): { memory: RuleMemory; actions: RuleAction[] } {
  const actions: RuleAction[] = []
  const memory = new Map<string, MinerRuleMemory>()
  // The one that waits longest comes first.
  const byTrouble = [...input.miners].sort(
    (a, b) => waitsSince(input.memory.get(a.id)) - waitsSince(input.memory.get(b.id)),
  )
  let mayStart = input.ship === 'free' && !input.isStartUnderWay
  for (const miner of byTrouble) {
    const before = recent(input.memory.get(miner.id) ?? blankMemory, now)
    const { after, action } = lookAt(miner, before, { ...input, mayStart }, now)
    memory.set(miner.id, after)
    if (action === null) continue
    actions.push(action)
    if (action.kind === 'restart' || action.kind === 'wake' || action.kind === 'lift') mayStart = false
  }
  // A miner that is not known at the moment keeps what counts.
  for (const [id, kept] of input.memory) if (!memory.has(id)) memory.set(id, unseen(recent(kept, now)))
  return { memory, actions }
}

const waitsSince = (memory: MinerRuleMemory | undefined) => memory?.trouble?.since ?? Number.POSITIVE_INFINITY

const unseen = (memory: MinerRuleMemory): MinerRuleMemory => ({ ...memory, trouble: null, hotSince: null })

/** Without what is more than a day ago. */
function recent(memory: MinerRuleMemory, now: number): MinerRuleMemory {
  const isRecent = (at: number) => now - at < dayMs
  const orNull = (at: number | null) => (at !== null && isRecent(at) ? at : null)
  return {
    ...memory,
    restarts: memory.restarts.filter(isRecent),
    coolDowns: memory.coolDowns.filter(isRecent),
    gaveUpAt: orNull(memory.gaveUpAt),
    cannotAt: { restart: orNull(memory.cannotAt.restart), coolDown: orNull(memory.cannotAt.coolDown) },
  }
}

type Look = { after: MinerRuleMemory; action: RuleAction | null }
type Around = Pick<RuleInput, 'settings' | 'ship' | 'isFollowed'> & { mayStart: boolean }

function lookAt(miner: RuledMiner, before: MinerRuleMemory, around: Around, now: number): Look {
  const { reading } = miner
  if (reading === null || reading.at > now || around.ship === 'paused')
    return { after: unseen(before), action: null }
  const seen = observe(before, reading, around.settings)
  if (!miner.isWanted) return { after: unseen(seen), action: null }
  if (miner.isBusy) return { after: seen, action: null }
  return (
    endCoolDown(miner, reading, seen, around, now) ??
    coolDown(miner, reading, seen, now) ??
    restart(miner, reading, seen, around, now) ?? { after: seen, action: null }
  )
}

type Reading = NonNullable<RuledMiner['reading']>

/** What a reading adds to what is remembered. */
function observe(
  before: MinerRuleMemory,
  { at, state, hashrateGhs, temperatureC }: Reading,
  { restart, coolDown }: RuleSettings,
): MinerRuleMemory {
  const what = restart === null ? null : troubleOf(state, hashrateGhs)
  const isHot =
    coolDown !== null && temperatureC !== null && temperatureC > coolDown.aboveC && isRunning(state)
  return {
    ...before,
    trouble: what === null ? null : { what, since: before.trouble?.since ?? at },
    hotSince: isHot ? (before.hotSince ?? at) : null,
  }
}

function endCoolDown(
  miner: RuledMiner,
  { at, state, temperatureC }: Reading,
  memory: MinerRuleMemory,
  { settings, mayStart, isFollowed }: Around,
  now: number,
): Look | null {
  const cooling = memory.coolDown
  if (cooling === null) return null
  const forMs = now - cooling.since
  const over: MinerRuleMemory = {
    ...memory,
    // One that was lowered before it was put to sleep comes back at that power first.
    coolDown: cooling.isLowered ? { ...cooling, how: 'lowered', since: now, isLowered: false } : null,
  }
  if (cooling.how === 'asleep' && isRunning(state) && at - cooling.since > sleepsWithinMs)
    return { after: over, action: null }
  const leastMs = settings.coolDown === null ? coolForMs : cooling.holdMs
  if (forMs < leastMs || !isCool(cooling, temperatureC, settings, forMs)) return null
  const end = (kind: 'lift' | 'wake' | 'release'): Look => ({
    after: over,
    action: { kind, id: miner.id, temperatureC },
  })
  if (cooling.how === 'asleep' && isFollowed) return end('release')
  if (!mayStart || !miner.hasRoom) return { after: memory, action: null }
  return end(cooling.how === 'asleep' ? 'wake' : 'lift')
}

/** Many miners report no temperature while they sleep: then twice the time does. */
function isCool(
  { how, holdMs }: CoolDown,
  temperatureC: number | null,
  { coolDown }: RuleSettings,
  forMs: number,
): boolean {
  if (coolDown === null) return true
  if (temperatureC === null) return how === 'asleep' && forMs >= 2 * holdMs
  return temperatureC < coolDown.aboveC - coolerByC
}

function coolDown(
  { id, can }: RuledMiner,
  { at, temperatureC }: Reading,
  memory: MinerRuleMemory,
  now: number,
): Look | null {
  const { hotSince } = memory
  if (hotSince === null || temperatureC === null || at - hotSince < hotForMs || can === null) return null
  const lower = can.lower && !memory.cannotLower && memory.coolDown === null
  if (!lower && !can.sleep) {
    if (memory.cannotAt.coolDown !== null) return null
    const cannotAt = { ...memory.cannotAt, coolDown: now }
    return { after: { ...memory, cannotAt }, action: { kind: 'cannot', id, rule: 'coolDown' } }
  }
  const doublings = Math.min(mostDoublings, memory.coolDowns.length)
  const next: CoolDown = {
    how: lower ? 'lowered' : 'asleep',
    since: now,
    holdMs: coolForMs * 2 ** doublings,
    isLowered: memory.coolDown !== null,
  }
  return {
    after: {
      ...memory,
      hotSince: null,
      trouble: null,
      coolDown: next,
      coolDowns: [...memory.coolDowns, now],
    },
    action: { kind: lower ? 'lower' : 'sleep', id, temperatureC },
  }
}

function restart(
  { id, can, hasRoom }: RuledMiner,
  { at, hashrateGhs }: Reading,
  memory: MinerRuleMemory,
  { settings, mayStart }: Around,
  now: number,
): Look | null {
  const { trouble, restarts } = memory
  if (settings.restart === null || trouble === null || memory.coolDown?.how === 'asleep') return null
  const { afterMinutes, mostPerDay } = settings.restart
  const forMs = at - trouble.since
  if (forMs < afterMinutes * minuteMs || now - (restarts.at(-1) ?? -Infinity) < betweenRestartsMs) return null
  if (memory.gaveUpAt !== null || can === null) return null
  const what = { id, trouble: trouble.what, hashrateGhs }
  if (!can.restart) {
    if (memory.cannotAt.restart !== null) return null
    const cannotAt = { ...memory.cannotAt, restart: now }
    return { after: { ...memory, cannotAt }, action: { kind: 'cannot', id, rule: 'restart' } }
  }
  if (restarts.length >= mostPerDay)
    return {
      after: { ...memory, gaveUpAt: now },
      action: { kind: 'give-up', ...what, count: restarts.length },
    }
  if (!mayStart || !hasRoom) return null
  return {
    // The time begins anew, so that the next restart is due only when this one did not help.
    after: { ...memory, restarts: [...restarts, now], trouble: null },
    action: { kind: 'restart', ...what, count: restarts.length + 1, forMs },
  }
}
