import type { ReadContext } from './driver.ts'

/** A span of time that several steps share. Uses the monotonic clock, so a corrected wall clock changes nothing. */
export type Budget = {
  /** Milliseconds left, never negative; 0 when aborted. */
  remainingMs(): number
  readonly signal: AbortSignal | undefined
}

export function budgetFrom(context: ReadContext, nowMs: () => number = () => performance.now()): Budget {
  const endsAtMs = nowMs() + context.timeoutMs
  const { signal } = context
  return {
    signal,
    remainingMs: () => (signal?.aborted ? 0 : Math.max(0, endsAtMs - nowMs())),
  }
}

/** A part of a budget: at most `mostMs` of what is left. */
export function partOf(
  budget: Budget,
  mostMs: number,
  nowMs: () => number = () => performance.now(),
): Budget {
  const endsAtMs = nowMs() + mostMs
  return {
    signal: budget.signal,
    remainingMs: () => Math.min(budget.remainingMs(), Math.max(0, endsAtMs - nowMs())),
  }
}
