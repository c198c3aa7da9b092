const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Waits after the 1st, 2nd, … failed attempt; about 75 hours in total. After the last one the message is abandoned. */
export const retryWaitsMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

export type AttemptOutcome =
  | { kind: 'delivered' }
  /** The receiver does not want messages any more. */
  | { kind: 'gone' }
  | { kind: 'retry'; waitMs: number }
  | { kind: 'given-up' }

/** Responses of an overloaded receiver. */
const slowDown = [429, 502, 504]

/**
 * What follows from an attempt. Only 2xx is success; redirects are not followed. A receiver that requests time gets it, and an overloaded
 * one gets twice the usual.
 *
 * @param tries number of attempts, including this one
 * @param jitter 0 up to 1
 */
export function classifyAttempt(
  result: { statusCode: number | null; retryAfterMs: number | null },
  tries: number,
  jitter: number,
): AttemptOutcome {
  const { statusCode, retryAfterMs } = result
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  if (statusCode === 410) return { kind: 'gone' }
  const wait = retryWaitsMs[tries - 1]
  if (wait === undefined) return { kind: 'given-up' }
  const slower = statusCode !== null && slowDown.includes(statusCode) ? 2 : 1
  const waitMs = Math.round(wait * slower * (1 + 0.2 * jitter))
  return { kind: 'retry', waitMs: Math.max(waitMs, retryAfterMs ?? 0) }
}
