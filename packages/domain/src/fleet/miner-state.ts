import { type MinerStatus, minerStatus } from './freshness.ts'

/**
 * The one state of a miner, with its reason. Colour, sentence, filter, total, alert and mail all follow from it.
 *
 * Of the reasons: `asleep` is always an order that somebody gave; a miner that does nothing without one is `idle`.
 */
export const minerStateReasons = {
  /** `lowered`: gives way to the ship at a lower power. `cooling`: a rule lowered its power for its heat. `stopping`: its owner's stop has just arrived. `against-stop`: it should be off. */
  mining: ['normal', 'lowered', 'cooling', 'stopping', 'against-stop'],
  'below-expected': ['lost-board', 'slow'],
  /** By itself, on an order, or hashing but not yet at its rate. */
  starting: ['by-itself', 'ordered', 'ramping'],
  /** `heat`: a rule put it to sleep until it is cool. */
  asleep: [
    'owner',
    'crew',
    'ship',
    'quiet-hours',
    'load-unknown',
    'shore-power',
    'not-worth',
    'no-cooling',
    'heat',
  ],
  idle: ['no-pool', 'no-work', 'unordered-sleep', 'no-reason'],
  error: ['overheat', 'boards', 'hardware', 'device'],
  /** `box-silent`: its controller does not report, so nothing is known of the miner itself. */
  stale: ['no-answer', 'box-silent'],
  offline: ['no-answer', 'box-silent'],
  unreported: ['never-measured'],
  /** It answers, and says neither what it does nor a rate. */
  unknown: ['not-told'],
} as const

export type MinerStateKind = keyof typeof minerStateReasons
export type MinerStateReason = (typeof minerStateReasons)[MinerStateKind][number]
export type MinerState = { kind: MinerStateKind; reason: MinerStateReason }

/** A state as one word, for texts: `asleep.owner`. */
export type MinerStateWord = {
  [Kind in MinerStateKind]: `${Kind}.${(typeof minerStateReasons)[Kind][number]}`
}[MinerStateKind]

export function wordOfState({ kind, reason }: MinerState): MinerStateWord {
  return `${kind}.${reason}` as MinerStateWord
}

export const minerStateKinds = Object.keys(minerStateReasons) as MinerStateKind[]

/** What a ship's follower of the generator is doing; null: there is none, or it is silent. */
export type FollowerWord =
  | 'off'
  | 'free'
  | 'curtailed'
  | 'holding'
  | 'restoring'
  | 'load-unknown'
  | 'master-stop'
  | 'quiet-hours'
  | 'shore-power'
  | 'not-worth'
  | 'no-cooling'

/** What a rule commanded a miner: to sleep or to take less power for its heat, or to run. */
export type RuleCommand = 'rest' | 'lower' | 'run'

/** Who ordered what of a miner. Times are ms; null is never. */
export type MinerOrders = {
  /** When the stop arrived on board that is in force; null: its owner wants it to run. */
  stoppedByOwnerAt: number | null
  /** When the newest command that changes anything arrived on board. */
  commandedAt: number | null
  /** The last command of the follower to it, and when. */
  followerCommand: 'rest' | 'run' | null
  followerCommandedAt: number | null
  follower: FollowerWord | null
  /** The last command of a rule of its owner to it, and when. */
  ruleCommand: RuleCommand | null
  ruleCommandedAt: number | null
}

/** What the newest sample says, as the controller concluded it. */
export type MinerSample = {
  /** Null: the device does not tell, or not in words that are known. */
  deviceState: 'mining' | 'idle' | 'starting' | 'sleeping' | 'fault' | null
  hashrateGhs: number | null
  expectedHashrateGhs: number | null
  uptimeSeconds: number | null
  /** Words of the sample's flags. */
  flags: readonly string[]
  /** `none`: all of them are switched off. Null: unknown. */
  pools: 'alive' | 'dead' | 'none' | null
}

export type MinerAge = {
  sampledAt: number | null
  now: number
  pollIntervalMs: number
  offlineAfterMs: number
  isControllerSilent: boolean
}

/** Below this part of what it should do a miner is slow, percent. */
export const slowBelowPercent = 80
/** A miner reaches its rate only some minutes after its start. */
export const rampSeconds = 900
/** For this long an order explains what a miner does: a stock Antminer takes minutes to start and longer to reach its rate. */
export const orderExplainsMs = 20 * 60_000
/** Within this time a stopped miner has to be at rest; a stock Antminer takes up to three minutes. */
export const stopsWithinMs = 5 * 60_000
/** A miner that has been on for longer does not start any more; a stock Antminer takes up to three minutes. */
const startsWithinSeconds = 600

/** The state of a miner at `age.now`. */
export function minerState(sample: MinerSample, orders: MinerOrders, age: MinerAge): MinerState {
  return agedState(workingState(sample, orders, age.now), age)
}

/** A state as it may be claimed at a later moment: what is not fresh any more is stale, then offline, whatever it was before. */
export function agedState(state: MinerState, age: MinerAge): MinerState {
  return stateByStatus(state, minerStatus(age), age.isControllerSilent)
}

/** The same where the status by age is known already. */
export function stateByStatus(
  state: MinerState,
  status: MinerStatus,
  isControllerSilent: boolean,
): MinerState {
  if (status === 'unreported') return { kind: status, reason: 'never-measured' }
  if (status !== 'online') return { kind: status, reason: isControllerSilent ? 'box-silent' : 'no-answer' }
  return state
}

/** What a miner does by a sample that is fresh. */
export function workingState(sample: MinerSample, orders: MinerOrders, now: number): MinerState {
  const { deviceState, hashrateGhs, flags } = sample
  const isHashing = hashrateGhs === null ? deviceState === 'mining' : hashrateGhs > 0
  const rest = restOrder(orders, deviceState)
  if (flags.includes('overheat') && (deviceState === 'fault' || !isHashing)) return error('overheat')
  if (isHashing && deviceState !== 'fault') return hashingState(sample, orders, rest, now)
  if (flags.includes('hardware-fault')) return error('hardware')
  const hasNoPool = flags.includes('pool-dead') || sample.pools === 'dead' || sample.pools === 'none'
  // Not even an order says what it does: it may not have followed it.
  if (deviceState === null && hashrateGhs === null)
    return hasNoPool ? { kind: 'idle', reason: 'no-pool' } : { kind: 'unknown', reason: 'not-told' }
  if (rest !== null) return { kind: 'asleep', reason: rest }
  if (deviceState === 'starting' && (sample.uptimeSeconds ?? 0) < startsWithinSeconds)
    return { kind: 'starting', reason: 'by-itself' }
  // No order explains that no pool answers one that is on.
  const isOn = deviceState === 'mining' || deviceState === 'idle'
  if (hasNoPool && isOn) return { kind: 'idle', reason: 'no-pool' }
  if (isExplained(orders, now)) return { kind: 'starting', reason: 'ordered' }
  if (deviceState === 'fault') return error(flags.includes('dead-board') ? 'boards' : 'device')
  if (deviceState === 'sleeping') return { kind: 'idle', reason: 'unordered-sleep' }
  if (hasNoPool) return { kind: 'idle', reason: 'no-pool' }
  if (flags.includes('dead-board')) return error('boards')
  // Its rate is 0; why, only one that says that it is on tells by its pools.
  return {
    kind: 'idle',
    reason: sample.pools === 'alive' && deviceState !== null ? 'no-work' : 'no-reason',
  }
}

function hashingState(
  { hashrateGhs, expectedHashrateGhs, uptimeSeconds, flags }: MinerSample,
  orders: MinerOrders,
  rest: RestOrder | null,
  now: number,
): MinerState {
  if (rest === 'owner') {
    const isLate = now - (orders.stoppedByOwnerAt ?? now) > stopsWithinMs
    return { kind: 'mining', reason: isLate ? 'against-stop' : 'stopping' }
  }
  if (rest === 'heat') return { kind: 'mining', reason: 'cooling' }
  if (rest !== null && orders.follower !== null) return { kind: 'mining', reason: 'lowered' }
  if (flags.includes('dead-board')) return { kind: 'below-expected', reason: 'lost-board' }
  const isSlow =
    hashrateGhs !== null &&
    expectedHashrateGhs !== null &&
    hashrateGhs * 100 < expectedHashrateGhs * slowBelowPercent
  if (!isSlow) return { kind: 'mining', reason: 'normal' }
  if (orders.ruleCommand === 'lower') return { kind: 'mining', reason: 'cooling' }
  const isRamping = uptimeSeconds !== null && uptimeSeconds < rampSeconds
  if (isRamping || isExplained(orders, now)) return { kind: 'starting', reason: 'ramping' }
  return { kind: 'below-expected', reason: 'slow' }
}

const error = (reason: (typeof minerStateReasons)['error'][number]): MinerState => ({ kind: 'error', reason })

type RestOrder = (typeof minerStateReasons)['asleep'][number]

/** In these states of the follower nothing mines on the ship, whatever it commanded each miner. */
const nothingMines: Partial<Record<FollowerWord, RestOrder>> = {
  'master-stop': 'crew',
  'quiet-hours': 'quiet-hours',
  'load-unknown': 'load-unknown',
  'shore-power': 'shore-power',
  'no-cooling': 'no-cooling',
}

/** Who wants a miner to rest, the strongest word first: crew, owner, quiet hours, ship. Null: nobody. */
function restOrder(orders: MinerOrders, deviceState: MinerSample['deviceState']): RestOrder | null {
  const { follower, followerCommand } = orders
  const all = follower === null ? null : (nothingMines[follower] ?? null)
  if (all === 'crew') return all
  if (orders.stoppedByOwnerAt !== null) return 'owner'
  if (all !== null) return all
  const heat = orders.ruleCommand === 'rest' ? 'heat' : null
  if (follower === 'free' || follower === 'off') return heat
  if (followerCommand === 'rest') return follower === 'not-worth' ? 'not-worth' : 'ship'
  // What it was commanded before this was recorded is unknown: then its own word counts.
  return heat ?? (follower !== null && followerCommand === null && deviceState === 'sleeping' ? 'ship' : null)
}

/** Whether an order of late, of its owner, of a rule or of the follower, explains that a miner does not do its work yet. */
function isExplained(orders: MinerOrders, now: number): boolean {
  const { commandedAt, followerCommand, followerCommandedAt, ruleCommand, ruleCommandedAt } = orders
  const isLate = (at: number | null) => at !== null && now - at <= orderExplainsMs
  return (
    isLate(commandedAt) ||
    (followerCommand === 'run' && isLate(followerCommandedAt)) ||
    (ruleCommand === 'run' && isLate(ruleCommandedAt))
  )
}

/** Whether the values of a miner are of now. */
export function isFreshState({ kind }: MinerState): boolean {
  return kind !== 'stale' && kind !== 'offline' && kind !== 'unreported'
}

/** How a state looks: `good` works as wanted, `rest` was ordered, `bad` needs a person now, `caution` soon, `unknown` cannot be said. */
export type MinerTone = 'good' | 'busy' | 'rest' | 'caution' | 'bad' | 'unknown'

const tones: Record<MinerStateKind, MinerTone> = {
  mining: 'good',
  'below-expected': 'caution',
  starting: 'busy',
  asleep: 'rest',
  idle: 'bad',
  error: 'bad',
  stale: 'caution',
  offline: 'bad',
  unreported: 'unknown',
  unknown: 'unknown',
}

export function toneOfState({ kind, reason }: MinerState): MinerTone {
  if (reason === 'against-stop') return 'bad'
  return soon.includes(reason) ? 'caution' : tones[kind]
}

/** Ordered, and yet somebody should look into why. */
const soon: readonly MinerStateReason[] = ['load-unknown', 'no-cooling', 'heat', 'cooling']

const calm: readonly MinerTone[] = ['good', 'busy', 'rest']

/** Whether a person should look: never for what works or rests as ordered, always for what does nothing without an order. */
export function needsAttention(state: MinerState): boolean {
  return !calm.includes(toneOfState(state))
}

/** Whether a miner that answers makes nothing though nobody ordered that. */
export function isIdleUnordered({ kind }: MinerState): boolean {
  return kind === 'idle' || kind === 'error'
}

const ranks: readonly MinerStateKind[] = [
  'offline',
  'error',
  'idle',
  'below-expected',
  'unknown',
  'stale',
  'unreported',
  'starting',
  'asleep',
  'mining',
]

/** Order of states, worst first. */
export function rankOfState(state: MinerState): number {
  return state.reason === 'against-stop' ? 0 : ranks.indexOf(state.kind)
}

export function isSameState(a: MinerState | undefined, b: MinerState | undefined): boolean {
  return a?.kind === b?.kind && a?.reason === b?.reason
}
