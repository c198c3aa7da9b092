import { type DeviceFault, faultsOfAlert, uncoveredFaults } from '../fleet/device-fault.ts'
import { isFreshState, isIdleUnordered, type MinerState } from '../fleet/miner-state.ts'
import { type AlertKind, alertKinds } from './alert-kinds.ts'

/** What is known of a miner when its conditions are assessed. */
export type MinerView = {
  /** The one state of the miner: what it is excused by is said there. */
  state: MinerState
  /** It was seen running against its owner's stop a moment ago, and was stopped again. */
  ranAgainstStop: boolean
  /** A rule left it to a person within the last day. */
  isGivenUp: boolean
  hashrateGhs: number | null
  expectedHashrateGhs: number | null
  temperatureC: number | null
  isOverheatFlagged: boolean
  isHydro: boolean
  deadBoards: number | null
  /** Fans that do not turn and fans that do; null: none reported. */
  fansStill: number | null
  fansTurning: number | null
  /** What the device reports of itself. */
  faults: readonly DeviceFault[]
  pools: { alive: number; usable: number; isFallbackActive: boolean } | null
  /** Shares of the last minutes. */
  accepted: number | null
  rejected: number | null
}

export type MinerCondition = Extract<
  AlertKind,
  | 'low-hashrate'
  | 'overheat'
  | 'dead-board'
  | 'fan-fault'
  | 'device-fault'
  | 'pool-down'
  | 'pool-fallback'
  | 'high-rejects'
  | 'miner-idle'
  | 'against-stop'
  | 'rule-gave-up'
>

/** Fewer shares say nothing about their quality. */
const leastShares = 50

type Judge = (view: MinerView, limit: number, isOpen: boolean) => boolean | null

/**
 * Whether each condition holds: true, false, or null where nothing can be said and the condition stays as it was. An open alert needs a clearly
 * better value to close than a closed one needs to open, so that a value at the limit does not make alerts come and go.
 */
export const minerConditions: Readonly<Record<MinerCondition, Judge>> = {
  'low-hashrate': ofWorking((view, limit, isOpen) => {
    if (view.hashrateGhs === null || !view.expectedHashrateGhs) return null
    const percent = (view.hashrateGhs / view.expectedHashrateGhs) * 100
    return percent < (isOpen ? limit + 5 : limit)
  }),
  // Heat is dangerous whatever the miner is doing.
  overheat: (view, limit, isOpen) => {
    if (!isFreshState(view.state)) return null
    if (view.isOverheatFlagged) return true
    if (view.temperatureC === null) return null
    return view.temperatureC >= (isOpen ? limit - 5 : limit)
  },
  'dead-board': ofWorking((view) => (view.deadBoards === null ? null : view.deadBoards > 0)),
  'fan-fault': ofWorking((view) => {
    if (view.isHydro) return false
    if (view.fansStill === null || view.fansTurning === null) return null
    // If none turns, the device does not report its fans, or has none.
    return view.fansStill > 0 && view.fansTurning > 0
  }),
  'device-fault': (view) => {
    if (!isFreshState(view.state)) return null
    const isNamed = faultsToTell('device-fault', view).length > 0
    if (isUnknown(view.state)) return isNamed ? true : null
    return (isAtWork(view.state) || isIdleUnordered(view.state)) && isNamed
  },
  'pool-down': (view) => {
    if (!isFreshState(view.state)) return null
    if (view.state.reason === 'no-pool') return true
    if (isUnknown(view.state)) return null
    if (!isAtWork(view.state)) return false
    return view.pools === null || view.pools.usable === 0 ? null : view.pools.alive === 0
  },
  'pool-fallback': ofWorking((view) => (view.pools === null ? null : view.pools.isFallbackActive)),
  'high-rejects': ofWorking((view, limit, isOpen) => {
    if (view.accepted === null || view.rejected === null) return null
    const shares = view.accepted + view.rejected
    if (shares < leastShares) return null
    return (view.rejected / shares) * 100 >= (isOpen ? limit / 2 : limit)
  }),
  // Without a pool, or stopped by its heat, it has an alert that says so. One that starts for ever makes nothing either.
  'miner-idle': ({ state }) => {
    if (!isFreshState(state) || isUnknown(state)) return null
    if (isStartingByItself(state)) return true
    return isIdleUnordered(state) && state.reason !== 'no-pool' && state.reason !== 'overheat'
  },
  'against-stop': ({ state, ranAgainstStop }) => {
    if (ranAgainstStop || state.reason === 'against-stop') return true
    return isFreshState(state) && !isUnknown(state) ? false : null
  },
  'rule-gave-up': ({ state, isGivenUp }) => {
    if (!isFreshState(state) || isUnknown(state)) return null
    return isGivenUp && (isIdleUnordered(state) || state.reason === 'lost-board')
  },
}

/** A start that nobody ordered may take this long before it counts as making nothing, ms. */
const startGraceMs = 5 * 60_000

/** How much longer than its rule says a condition has to hold, ms. */
export function graceMsOf(kind: MinerCondition, { state }: MinerView): number {
  return kind === 'miner-idle' && isStartingByItself(state) ? startGraceMs : 0
}

function isStartingByItself({ kind, reason }: MinerState): boolean {
  return kind === 'starting' && reason === 'by-itself'
}

/** Only a miner that should be working can work badly: asleep, giving way, starting or idle is not this fault. */
function ofWorking(judge: Judge): Judge {
  return (view, limit, isOpen) => {
    if (!isFreshState(view.state) || isUnknown(view.state)) return null
    return isAtWork(view.state) ? judge(view, limit, isOpen) : false
  }
}

/** The faults for which an alert is there to report them, each of which has to be reported while it is open. */
export function faultsToTell(kind: AlertKind, view: MinerView): DeviceFault[] {
  if (kind === 'device-fault') return uncoveredFaults(view.faults, new Set(ownConditions(view)))
  return kind === 'miner-idle' ? faultsOfAlert(kind, view.faults) : []
}

/** Conditions that hold by themselves and name the faults that belong to them. */
function ownConditions(view: MinerView): AlertKind[] {
  const kinds = ['miner-idle', 'fan-fault', 'dead-board', 'overheat', 'low-hashrate'] as const
  return kinds.filter((kind) => minerConditions[kind](view, alertKinds[kind].limit ?? 0, false) === true)
}

/** It answers, and what it does is not known: then an alert neither opens nor closes by that. */
function isUnknown({ kind }: MinerState): boolean {
  return kind === 'unknown'
}

function isAtWork({ kind, reason }: MinerState): boolean {
  return kind === 'below-expected' || (kind === 'mining' && reason === 'normal')
}
