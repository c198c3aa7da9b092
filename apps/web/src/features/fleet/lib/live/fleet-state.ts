import type { FleetPart } from '@shipminer/contract/fleet'
import {
  type LiveAge,
  type LivePower,
  type LiveToClient,
  type PowerChange,
  withChange,
  withPowerChange,
} from '@shipminer/contract/live'
import type {
  Alert,
  Controller,
  Miner,
  MinerLive,
  NetworkInputs,
  OverviewSummary,
} from '@shipminer/contract/mining'
import { defaultOfflineAfterMs, type MinerStatus } from '@shipminer/domain/fleet/freshness'
import type { ShownState } from '@shipminer/domain/fleet/shown-state'
import { isSameShown, shownState, shownStatus, silentControllers } from '../shown-state.ts'
import { nextClockOffset } from './server-clock.ts'

/** `polling`: no live connection, values are fetched at the cadence of the miners. */
export type FleetLink = 'connecting' | 'live' | 'polling' | 'down'

/** Something a person should be notified of. Numbers are never events. */
export type FleetEvent =
  | { kind: 'miner-offline' | 'miner-back'; id: string; name: string }
  | { kind: 'link-lost' | 'link-back' }
  | { kind: 'alert-raised'; id: string; name: string }

/** Everything the dashboard shows. Times are ms of the server's clock. */
export type FleetState = {
  /** False until the list of miners came. */
  listed: boolean
  /** Identity changes only when miners come or go. */
  ids: readonly string[]
  /** What all of a large fleet comes to, of which `ids` are one page; null while `ids` are all. */
  part: FleetPart | null
  miners: ReadonlyMap<string, Miner>
  /** The one state of each miner. Identity changes only when a state changes. */
  states: ReadonlyMap<string, ShownState>
  statuses: ReadonlyMap<string, MinerStatus>
  controllers: readonly Controller[]
  /** What followers on board report, by controller, as long as it comes live. */
  power: ReadonlyMap<string, LivePower>
  alerts: readonly Alert[] | null
  summary: OverviewSummary | null
  summaryAt: number
  network: NetworkInputs | null
  offlineAfterMs: number
  link: FleetLink
  /** The live link was up once and has been lost since. */
  isLinkMissed: boolean
  clockOffsetMs: number | null
  now: number
  /** When the server last said anything, and when it last spoke for every miner: only then may a miner be called offline. */
  contactAt: number
  valuesAt: number
  /** When the newest value of any miner was taken; null while there is none. Only while such values come is the page live. */
  newestSampleAt: number | null
  /** A live message spoke of miners that the list lacks, or the other way round. */
  listOutdated: boolean
  /** What happened in the last step alone. */
  events: readonly FleetEvent[]
  /** Local time of the last tick, and until when old values are excused because the machine slept; both ms, local clock. */
  tickedAt: number
  excusedUntil: number
}

export type FleetInput =
  | {
      type: 'listed'
      at: number
      serverTime: number
      miners: readonly Miner[]
      controllers: readonly Controller[]
      part?: FleetPart | null
    }
  | {
      type: 'summed'
      at: number
      serverTime: number
      summary: OverviewSummary
      alerts: readonly Alert[]
      network: NetworkInputs
      offlineAfterMs: number
    }
  /** One miner alone, from an answer that does not include the time. */
  | { type: 'read'; at: number; miner: Miner }
  /** An answer with the time and no values. */
  | { type: 'timed'; at: number; serverTime: number }
  | { type: 'received'; at: number; message: LiveToClient }
  | { type: 'link-changed'; at: number; link: FleetLink }
  | { type: 'ticked'; at: number }

/** A gap between two ticks above which the machine or the tab slept, ms. */
const sleptMs = 15_000
/** How long old values are excused after waking, unless the server sends something sooner, ms. */
const wakeGraceMs = 10_000

export const emptyFleet: FleetState = {
  listed: false,
  ids: [],
  part: null,
  miners: new Map(),
  states: new Map(),
  statuses: new Map(),
  controllers: [],
  power: new Map(),
  alerts: null,
  summary: null,
  summaryAt: 0,
  network: null,
  offlineAfterMs: defaultOfflineAfterMs,
  link: 'connecting',
  isLinkMissed: false,
  clockOffsetMs: null,
  now: 0,
  contactAt: 0,
  valuesAt: 0,
  newestSampleAt: null,
  listOutdated: false,
  events: [],
  tickedAt: 0,
  excusedUntil: 0,
}

/** Applies one input. Nothing is blanked when a link is lost: values stay and their age shows. */
export function fleetReducer(state: FleetState, input: FleetInput): FleetState {
  switch (input.type) {
    case 'listed':
      return judgeMiners(
        state,
        takeList(advanceClocks(state, { ...input, tellsValues: true }), input, state.valuesAt),
      )
    case 'summed': {
      const next = {
        ...advanceClocks(state, { ...input, tellsValues: false }),
        network: input.network,
        offlineAfterMs: input.offlineAfterMs,
      }
      if (input.serverTime < state.summaryAt) return judgeMiners(state, next)
      return judgeMiners(state, {
        ...next,
        summary: input.summary,
        summaryAt: input.serverTime,
        alerts: input.alerts,
      })
    }
    case 'read': {
      const next = advanceClocks(state, { at: input.at, serverTime: null, tellsValues: false })
      return judgeMiners(state, read(next, input.miner))
    }
    case 'timed':
      return judgeMiners(state, advanceClocks(state, { ...input, tellsValues: false }))
    case 'received':
      return takeMessage(state, input.at, input.message)
    case 'link-changed':
      return linkChanged(state, input.link)
    case 'ticked':
      return tick(state, input.at)
  }
}

/**
 * Moves the clocks to an answer that came at `at`. After a sleep old values are excused until the server has sent news of the miners: until
 * then time does not pass for them, so that nothing is called stale or offline only because this machine slept.
 */
function advanceClocks(
  state: FleetState,
  answer: { at: number; serverTime: number | null; tellsValues: boolean },
): FleetState {
  const { at, serverTime, tellsValues } = answer
  const clockOffsetMs =
    serverTime === null
      ? state.clockOffsetMs
      : nextClockOffset(state.clockOffsetMs, { serverTime, receivedAt: at })
  const excusedUntil = tellsValues ? 0 : excuse(state, at)
  if (clockOffsetMs === null || at < excusedUntil)
    return { ...state, clockOffsetMs, excusedUntil, tickedAt: at }
  const now = at + clockOffsetMs
  const contactAt = Math.max(serverTime ?? now, Math.min(state.contactAt, now))
  return {
    ...state,
    clockOffsetMs,
    now,
    contactAt,
    valuesAt: tellsValues ? contactAt : Math.min(state.valuesAt, now),
    excusedUntil,
    tickedAt: at,
  }
}

/** Until when old values are excused, as seen at `at`. */
function excuse(state: FleetState, at: number): number {
  const slept = state.tickedAt > 0 && at - state.tickedAt > sleptMs
  return slept ? at + wakeGraceMs : state.excusedUntil
}

/**
 * `receivedUpTo`: up to when values had come live. Those of miners that were not listed yet are lost, and what is sent later of their ages builds
 * on them: a list from before that moment is not the last that is needed. Of a page of a large fleet they are sent again once it is looked at.
 */
function takeList(
  state: FleetState,
  input: FleetInput & { type: 'listed' },
  receivedUpTo: number,
): FleetState {
  const part = input.part ?? null
  const lacksWhatCame =
    state.listOutdated &&
    part === null &&
    input.serverTime < receivedUpTo &&
    input.miners.some(({ id }) => !state.miners.has(id))
  const miners = new Map<string, Miner>()
  for (const miner of [...input.miners, ...(part?.worst ?? [])]) {
    const known = state.miners.get(miner.id)
    miners.set(miner.id, known && isNewer(known, miner) ? { ...miner, ...liveOf(known) } : miner)
  }
  const ids = input.miners.map(({ id }) => id)
  const isSameId = (id: string, index: number) => (part === null ? miners.has(id) : id === ids[index])
  const sameIds = ids.length === state.ids.length && state.ids.every(isSameId)
  return {
    ...state,
    part,
    listed: true,
    listOutdated: lacksWhatCame,
    miners,
    ids: sameIds ? state.ids : ids,
    controllers: input.controllers,
  }
}

function read(state: FleetState, miner: Miner): FleetState {
  const known = state.miners.get(miner.id)
  const miners = new Map(state.miners)
  miners.set(miner.id, known && isNewer(known, miner) ? { ...miner, ...liveOf(known) } : miner)
  return {
    ...state,
    miners,
    listOutdated: state.listOutdated || (state.listed && !known && state.part === null),
  }
}

function takeMessage(state: FleetState, at: number, message: LiveToClient): FleetState {
  if (message.type === 'refused') return { ...state, events: [] }
  const { type, serverTime } = message
  const next = advanceClocks(state, { at, serverTime, tellsValues: type !== 'authenticated' })
  if (message.type === 'ages') return judgeMiners(state, takeAges(next, message.ages))
  if (message.type !== 'snapshot' && message.type !== 'changes') return judgeMiners(state, next)
  const whole = message.type === 'snapshot'
  let miners = state.miners
  const received = message.miners ?? []
  // Of a large fleet the page is asked for anew now and then; messages say nothing of who is on it.
  const isAll = state.part === null || (whole && message.part !== true)
  let outdated = state.listOutdated || (whole && isAll && received.length !== state.ids.length)
  if (received.length > 0) {
    const merged = new Map(state.miners)
    for (const live of received) {
      const known = merged.get(live.id)
      if (!known) outdated ||= isAll
      else if ((known.receivedAt ?? -1) <= (live.receivedAt ?? -1))
        merged.set(live.id, withChange(known, live))
    }
    miners = merged
  }
  return judgeMiners(state, {
    ...next,
    miners,
    listOutdated: outdated,
    controllers: whole ? message.controllers : mergeControllers(state.controllers, message.controllers ?? []),
    power: takePower(whole ? new Map() : state.power, message.power ?? []),
    summary: whole ? message.summary : state.summary && withChange(state.summary, message.summary ?? {}),
    summaryAt: message.serverTime,
    alerts: message.alerts ?? state.alerts,
  })
}

function takePower(
  known: ReadonlyMap<string, LivePower>,
  reports: readonly PowerChange[],
): ReadonlyMap<string, LivePower> {
  if (reports.length === 0) return known
  return new Map([
    ...known,
    ...reports.map(
      (report) => [report.controllerId, withPowerChange(known.get(report.controllerId), report)] as const,
    ),
  ])
}

/** Values that stayed the same are of a later moment. */
function takeAges(state: FleetState, ages: Readonly<Record<string, LiveAge>>): FleetState {
  const miners = new Map(state.miners)
  for (const [id, miner] of miners) {
    const age = ages[miner.controllerId]
    const { sampledAt, receivedAt, uptimeSeconds } = miner
    if (age?.from === undefined || age.at === undefined || age.not?.includes(id)) continue
    if (sampledAt === null || sampledAt < age.from || sampledAt >= age.at) continue
    const laterBy = Math.round((age.at - sampledAt) / 1000)
    miners.set(id, {
      ...miner,
      sampledAt: age.at,
      receivedAt: Math.max(receivedAt ?? 0, age.at),
      uptimeSeconds: uptimeSeconds === null ? null : uptimeSeconds + laterBy,
    })
  }
  const power = new Map(state.power)
  for (const [id, report] of power) {
    const receivedAt = ages[id]?.power
    if (receivedAt !== undefined) power.set(id, { ...report, receivedAt })
  }
  const controllers = state.controllers.map((controller) => {
    const at = ages[controller.id]?.at ?? 0
    return at > (controller.lastSeenAt ?? 0) ? { ...controller, lastSeenAt: at } : controller
  })
  return { ...state, miners, power, controllers }
}

function linkChanged(state: FleetState, link: FleetLink): FleetState {
  if (link === state.link) return state
  if (state.link === 'live') return { ...state, link, isLinkMissed: true, events: [{ kind: 'link-lost' }] }
  const events: FleetEvent[] = link === 'live' && state.isLinkMissed ? [{ kind: 'link-back' }] : []
  return { ...state, link, isLinkMissed: state.isLinkMissed && link !== 'live', events }
}

function tick(state: FleetState, at: number): FleetState {
  const excusedUntil = excuse(state, at)
  const next = { ...state, excusedUntil, tickedAt: at }
  if (state.clockOffsetMs === null || at < excusedUntil) return { ...next, events: [] }
  return judgeMiners(state, { ...next, now: at + state.clockOffsetMs })
}

/** Recomputes states and says what changed. Maps keep their identity while nothing did. */
function judgeMiners(before: FleetState, state: FleetState): FleetState {
  const events: FleetEvent[] = []
  const states = new Map<string, ShownState>()
  const statuses = new Map<string, MinerStatus>()
  const silent = silentControllers(state.controllers)
  let same = state.miners.size === before.states.size
  let newestSampleAt: number | null = null
  for (const [id, miner] of state.miners) {
    const status = shownStatus({
      sampledAt: miner.sampledAt,
      now: state.now,
      contactAt: state.valuesAt,
      pollIntervalMs: miner.pollIntervalMs,
      offlineAfterMs: state.offlineAfterMs,
    })
    const shown = shownState(miner, status, silent.has(miner.controllerId))
    if (miner.sampledAt !== null && miner.sampledAt > (newestSampleAt ?? 0)) newestSampleAt = miner.sampledAt
    statuses.set(id, status)
    states.set(id, shown)
    const was = before.statuses.get(id)
    if (was !== status || !isSameShown(before.states.get(id), shown)) same = false
    if (was !== undefined && was !== status) {
      if (status === 'offline') events.push({ kind: 'miner-offline', id, name: miner.name })
      if (status === 'online' && was === 'offline') events.push({ kind: 'miner-back', id, name: miner.name })
    }
  }
  if (before.alerts && state.alerts && before.alerts !== state.alerts) {
    const known = new Set(before.alerts.map((alert) => alert.id))
    for (const alert of state.alerts) {
      if (alert.status === 'active' && alert.kind !== 'miner-offline' && !known.has(alert.id)) {
        events.push({ kind: 'alert-raised', id: alert.id, name: alert.minerName ?? alert.controllerName })
      }
    }
  }
  return {
    ...state,
    newestSampleAt,
    states: same ? before.states : states,
    statuses: same ? before.statuses : statuses,
    events,
  }
}

function isNewer(known: MinerLive, other: MinerLive): boolean {
  return (known.receivedAt ?? -1) > (other.receivedAt ?? -1)
}

function liveOf(miner: Miner): MinerLive {
  const { id, sampledAt, receivedAt, state, minerState, unreachable, hashrateThs, powerWatts } = miner
  const { temperatureC, uptimeSeconds, acceptedShares, rejectedShares, alertCount } = miner
  return {
    ...{ id, sampledAt, receivedAt, state, minerState, unreachable, hashrateThs, powerWatts },
    ...{ temperatureC, uptimeSeconds, acceptedShares, rejectedShares, alertCount },
  }
}

function mergeControllers(
  known: readonly Controller[],
  changed: readonly Controller[],
): readonly Controller[] {
  if (changed.length === 0) return known
  const byId = new Map(known.map((controller) => [controller.id, controller]))
  for (const controller of changed) byId.set(controller.id, controller)
  return [...byId.values()]
}
