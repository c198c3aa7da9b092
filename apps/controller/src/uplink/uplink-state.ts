import type { UplinkRefusal } from '@shipminer/contract/uplink'
import { backOffMs } from '../platform/back-off.ts'

/**
 * The line to shore:
 *
 *     disconnected ──dialled──▶ connecting ──challenged──▶ challenged ──welcomed──▶ live
 *     connecting, challenged, live ──closed──▶ waiting ──retried──▶ connecting
 *     connecting, challenged, live ──refused──▶ refused ──retried──▶ connecting
 *     every state ──stopped──▶ disconnected
 */
export type UplinkState =
  | { name: 'disconnected' }
  /** `attempt`: connections in a row that did not last. Times are the controller's clock in ms. */
  | { name: 'connecting'; attempt: number; since: number }
  | { name: 'challenged'; attempt: number; since: number; nonce: string }
  | { name: 'live'; attempt: number; since: number; clockOffsetMs: number; maxInFlight: number }
  | { name: 'refused'; attempt: number; since: number; reason: UplinkRefusal; retryAt: number }
  | { name: 'waiting'; attempt: number; since: number; cause: string; retryAt: number }

export type UplinkEvent =
  | { name: 'dialled' }
  | { name: 'challenged'; nonce: string }
  | { name: 'welcomed'; clockOffsetMs: number; maxInFlight: number }
  | { name: 'refused'; reason: UplinkRefusal }
  | { name: 'closed'; cause: string }
  | { name: 'retried' }
  | { name: 'stopped' }

export type UplinkContext = { now: number; random: () => number }

export type UplinkTransition = { ok: true; state: UplinkState } | { ok: false; reason: string }

const RETRY = { firstMs: 1_000, longestMs: 60_000 }

/** What a refusal means for the next attempt. Two controllers with the same key (`replaced`) must not fight over the line. */
const RETRY_AFTER_REFUSAL = {
  overloaded: { firstMs: 5_000, longestMs: 60_000 },
  'bad-message': { firstMs: 30_000, longestMs: 300_000 },
  'bad-proof': { firstMs: 60_000, longestMs: 600_000 },
  'unknown-controller': { firstMs: 30_000, longestMs: 300_000 },
  replaced: { firstMs: 120_000, longestMs: 600_000 },
  revoked: { firstMs: 600_000, longestMs: 3_600_000 },
} satisfies Record<UplinkRefusal, { firstMs: number; longestMs: number }>

/** A connection that lasted this long was a good one: the next back-off starts small again. */
const LASTING_MS = 30_000

/** The state each event leads to; an event that is not named changes nothing and is refused. */
const TABLE = {
  disconnected: { dialled: 'connecting', stopped: 'disconnected' },
  connecting: { challenged: 'challenged', refused: 'refused', closed: 'waiting', stopped: 'disconnected' },
  challenged: { welcomed: 'live', refused: 'refused', closed: 'waiting', stopped: 'disconnected' },
  live: { refused: 'refused', closed: 'waiting', stopped: 'disconnected' },
  refused: { retried: 'connecting', stopped: 'disconnected' },
  waiting: { retried: 'connecting', stopped: 'disconnected' },
} as const satisfies Record<UplinkState['name'], Partial<Record<UplinkEvent['name'], UplinkState['name']>>>

/** The next state, or why the event means nothing in this one. */
export function uplinkTransition(
  state: UplinkState,
  event: UplinkEvent,
  context: UplinkContext,
): UplinkTransition {
  const row: Partial<Record<UplinkEvent['name'], UplinkState['name']>> = TABLE[state.name]
  if (row[event.name] === undefined)
    return { ok: false, reason: `${event.name} means nothing while ${state.name}` }
  const attempt = state.name === 'disconnected' ? 0 : state.attempt
  return { ok: true, state: nextState(state, event, attempt, context) }
}

function nextState(
  state: UplinkState,
  event: UplinkEvent,
  attempt: number,
  { now, random }: UplinkContext,
): UplinkState {
  switch (event.name) {
    case 'dialled':
    case 'retried':
      return { name: 'connecting', attempt, since: now }
    case 'challenged':
      return { name: 'challenged', attempt, since: now, nonce: event.nonce }
    case 'welcomed': {
      const { clockOffsetMs, maxInFlight } = event
      return { name: 'live', attempt, since: now, clockOffsetMs, maxInFlight }
    }
    case 'refused': {
      const failed = hasLasted(state, now) ? 0 : attempt
      const retryAt = now + backOffMs(failed, random, RETRY_AFTER_REFUSAL[event.reason])
      return { name: 'refused', attempt: failed + 1, since: now, reason: event.reason, retryAt }
    }
    case 'closed': {
      const failed = hasLasted(state, now) ? 0 : attempt
      const retryAt = now + backOffMs(failed, random, RETRY)
      return { name: 'waiting', attempt: failed + 1, since: now, cause: event.cause, retryAt }
    }
    case 'stopped':
      return { name: 'disconnected' }
  }
}

function hasLasted(state: UplinkState, now: number): boolean {
  return state.name === 'live' && now - state.since >= LASTING_MS
}
