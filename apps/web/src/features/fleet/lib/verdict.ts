import type { FleetPart } from '@shipminer/contract/fleet'
import type { Alert, Controller, Miner } from '@shipminer/contract/mining'
import type { MinerStateReason } from '@shipminer/domain/fleet/miner-state'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'
import { listPressing, type RowState, rowState } from './list/row-state.ts'

/** What is known of the power on board; null where no generator is followed. */
export type PowerStanding = {
  follower: string
  shipWatts: number | null
  /** How long there must be room before a miner comes back; null is unknown. */
  holdSeconds: number | null
  /** Since when each miner has given way, by id. */
  yieldingSince: ReadonlyMap<string, number>
}

export type Problem = {
  /** An alert's kind, also where the alert is still to come; or the word of a row that has none. */
  kind: Alert['kind'] | 'fault' | 'idle'
  name: string
  minerId: string | null
  controllerId: string
  since: number | null
}

/** The first sentence of the screen: the worst thing wins. */
export type Verdict =
  /** The page itself has no line. */
  | { kind: 'unlinked'; since: number }
  /** A controller, and nothing found behind it yet. */
  | { kind: 'waiting' }
  /** No word from any ship. */
  | { kind: 'silent'; name: string; count: number; since: number | null }
  | { kind: 'load-unknown' | 'no-cooling' }
  | { kind: 'master-stop' }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'problems'; count: number; worst: Problem }
  | {
      kind: 'yielding'
      count: number
      since: number | null
      shipWatts: number | null
      holdSeconds: number | null
    }
  | { kind: 'quiet-hours' | 'shore-power' | 'not-worth' }
  | { kind: 'stopped'; count: number }
  /** Some do not answer just now, or never did. */
  | { kind: 'unreported'; count: number }
  | { kind: 'fine'; running: number; total: number }

export type VerdictInput = {
  isLinked: boolean
  contactAt: number
  controllers: readonly Controller[]
  miners: readonly Miner[]
  states: ReadonlyMap<string, ShownState>
  alerts: readonly Alert[]
  power: PowerStanding | null
  /** Of a large fleet, of which `miners` are the worst alone. */
  totals?: {
    miners: number
    attention: number
    unreported: number
    running: number
    yielding: number
    stopped: number
  } | null
}

/** What a large fleet comes to, for its verdict. */
export function totalsOf({
  counts,
  running,
  yielding,
  stopped,
}: FleetPart): NonNullable<VerdictInput['totals']> {
  return {
    miners: counts.all,
    attention: counts.attention,
    unreported: counts.stale + counts.unreported,
    running,
    yielding,
    stopped,
  }
}

const neverMeasured: ShownState = { kind: 'unreported', reason: 'never-measured', hasAlerts: false }

/** The state of every miner by id, as rows, picture and verdict show it. */
export function rowStates(
  input: Pick<VerdictInput, 'miners' | 'states' | 'alerts'> & {
    yieldingSince: ReadonlyMap<string, number>
  },
): Map<string, RowState> {
  const byMiner = new Map<string, Alert>()
  for (const alert of listPressing(input.alerts))
    if (alert.minerId !== null && !byMiner.has(alert.minerId)) byMiner.set(alert.minerId, alert)
  return new Map(
    input.miners.map((miner) => [
      miner.id,
      rowState(miner, input.states.get(miner.id) ?? neverMeasured, {
        alert: byMiner.get(miner.id) ?? null,
        yieldingSince: input.yieldingSince.get(miner.id) ?? null,
      }),
    ]),
  )
}

const restKinds = ['quiet-hours', 'shore-power', 'not-worth'] as const

/** Judges a fleet, or the part of it that is looked at. */
export function judgeFleet(input: VerdictInput, states: ReadonlyMap<string, RowState>): Verdict {
  const { controllers, power, totals = null } = input
  const total = totals?.miners ?? input.miners.length
  if (!input.isLinked) return { kind: 'unlinked', since: input.contactAt }
  const silent = controllers.filter(({ status }) => status !== 'online')
  if (silent.length > 0 && silent.length === controllers.length && total > 0) {
    const seen = silent.flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
    const name = silent[0]?.name ?? ''
    return { kind: 'silent', name, count: silent.length, since: seen.length === 0 ? null : Math.max(...seen) }
  }
  if (total === 0) return { kind: 'waiting' }
  const follower = power?.follower ?? followerOf(states)
  if (follower === 'load-unknown' || follower === 'no-cooling') return { kind: follower }
  const problems = problemsOf(input, states)
  const [worst] = problems
  const count = Math.max(problems.length, (totals?.attention ?? 0) + (totals ? silent.length : 0))
  if (worst && count > 1) return { kind: 'problems', count, worst }
  if (worst) return { kind: 'problem', problem: worst }
  if (follower === 'master-stop') return { kind: 'master-stop' }
  const unreported =
    totals?.unreported ??
    [...states.values()].filter(
      ({ word, reason }) => word === 'unreported' || (word === 'unknown' && reason !== 'not-told'),
    ).length
  if (unreported > 0) return { kind: 'unreported', count: unreported }
  // Who runs on at a lower power earns on; who gave way altogether is counted.
  const yielding = [...states.values()].filter(({ reason }) => reason === 'ship')
  const yieldingCount = totals?.yielding ?? yielding.length
  const yieldedAt = yielding.flatMap(({ since }) => since ?? [])
  if (yieldingCount > 0)
    return {
      kind: 'yielding',
      count: yieldingCount,
      since: yieldedAt.length === 0 ? null : Math.min(...yieldedAt),
      shipWatts: power?.shipWatts ?? null,
      holdSeconds: power?.holdSeconds ?? null,
    }
  const rest = restKinds.find((kind) => kind === follower)
  if (rest !== undefined) return { kind: rest }
  const running =
    totals?.running ??
    [...states.values()].filter(
      ({ word, reason }) => word === 'running' || word === 'starting' || reason === 'lowered',
    ).length
  const stopped = totals?.stopped ?? [...states.values()].filter(({ word }) => word === 'stopped').length
  if (running === 0 && stopped > 0) return { kind: 'stopped', count: stopped }
  return { kind: 'fine', running, total }
}

/** What a follower must be doing, by what it made the miners do: its own word comes later. */
function followerOf(states: ReadonlyMap<string, RowState>): string | null {
  const reasons = new Set([...states.values()].map(({ reason }) => reason))
  if (reasons.has('crew')) return 'master-stop'
  return (['load-unknown', 'no-cooling', ...restKinds] as const).find((kind) => reasons.has(kind)) ?? null
}

/** Everything that a person should look at, the worst first; a miner counts once, and one behind a silent ship not at all. */
export function problemsOf(
  { alerts, controllers, miners }: Pick<VerdictInput, 'alerts' | 'controllers' | 'miners'>,
  states: ReadonlyMap<string, RowState>,
): Problem[] {
  const silent = new Set(controllers.filter(({ status }) => status !== 'online').map(({ id }) => id))
  const known = new Set(controllers.map(({ id }) => id))
  const seen = new Set<string>()
  const problems: Problem[] = []
  for (const { kind, minerId, minerName, controllerId, controllerName, raisedAt } of listPressing(alerts)) {
    if (!known.has(controllerId)) continue
    if (silent.has(controllerId) && kind !== 'controller-silent') continue
    const key = minerId ?? `${controllerId} ${kind}`
    if (seen.has(key)) continue
    seen.add(key)
    problems.push({ kind, name: minerName ?? controllerName, minerId, controllerId, since: raisedAt })
  }
  for (const { id, name, controllerId } of miners) {
    const state = states.get(id)
    if (!state?.isProblem || seen.has(id) || silent.has(controllerId)) continue
    problems.push({ kind: kindOf(state), name, minerId: id, controllerId, since: state.since })
  }
  for (const { id, name, lastSeenAt } of controllers)
    if (silent.has(id) && !seen.has(`${id} controller-silent`))
      problems.push({ kind: 'controller-silent', name, minerId: null, controllerId: id, since: lastSeenAt })
  return problems
}

const byReason: Partial<Record<MinerStateReason, Problem['kind']>> = {
  'no-pool': 'pool-down',
  overheat: 'overheat',
  boards: 'dead-board',
  'lost-board': 'dead-board',
  slow: 'low-hashrate',
}

/** What a state without an alert will be announced as. */
function kindOf({ word, reason }: RowState): Problem['kind'] {
  if (word === 'offline') return 'miner-offline'
  return byReason[reason] ?? (word === 'idle' ? 'idle' : 'fault')
}
