/**
 * The life of the live connection.
 *
 * stopped → connecting → authenticating → subscribing → live; any of these → waiting when the line breaks or falls silent;
 * waiting → connecting when its time has come or the page is visible again; authenticating or later → renewing when the server refuses
 * the token; renewing → connecting with a new token, → waiting when none can be obtained now, → refused when there is no session.
 * Stopping is possible everywhere; a refused connection starts again with `started`.
 */
export type LivePhase =
  | 'stopped'
  | 'connecting'
  | 'authenticating'
  | 'subscribing'
  | 'live'
  | 'waiting'
  | 'renewing'
  | 'refused'

export type LiveEvent =
  | 'started'
  | 'stopped'
  | 'opened'
  | 'authenticated'
  | 'snapshot'
  | 'lost'
  | 'token-refused'
  | 'token-renewed'
  | 'token-unavailable'
  | 'session-gone'
  | 'retry-due'

/** @internal For tests. */
export const livePhases = [
  'stopped',
  'connecting',
  'authenticating',
  'subscribing',
  'live',
  'waiting',
  'renewing',
  'refused',
] as const satisfies readonly LivePhase[]

/** Phase after an event; what is not named leaves the phase as it is. */
export const liveTransitions: Record<LivePhase, Partial<Record<LiveEvent, LivePhase>>> = {
  stopped: { started: 'connecting' },
  connecting: { opened: 'authenticating', lost: 'waiting', stopped: 'stopped', 'session-gone': 'refused' },
  authenticating: {
    authenticated: 'subscribing',
    lost: 'waiting',
    'token-refused': 'renewing',
    'session-gone': 'refused',
    stopped: 'stopped',
  },
  subscribing: {
    snapshot: 'live',
    lost: 'waiting',
    'token-refused': 'renewing',
    'session-gone': 'refused',
    stopped: 'stopped',
  },
  live: {
    lost: 'waiting',
    'token-refused': 'renewing',
    'session-gone': 'refused',
    stopped: 'stopped',
  },
  waiting: { 'retry-due': 'connecting', 'session-gone': 'refused', stopped: 'stopped' },
  renewing: {
    'token-renewed': 'connecting',
    'token-unavailable': 'waiting',
    'session-gone': 'refused',
    stopped: 'stopped',
  },
  refused: { started: 'connecting', stopped: 'stopped' },
}

/** Applies one event. */
export function liveTransition(phase: LivePhase, event: LiveEvent): LivePhase {
  return liveTransitions[phase][event] ?? phase
}

/** Ms to wait before the n-th attempt in a row (from 0): 1 s doubling to at most 30 s, of which `random` (0 to 1) takes up to half. */
export function retryWaitMs(attempt: number, random: number): number {
  return Math.min(1000 * 2 ** Math.min(attempt, 10), 30_000) * (1 - random / 2)
}
