import type { Clock } from './clock.ts'

/** A clock that never jumps: the board's at the start, carried on by monotonic time. `wallAheadMs`: how far the board's own clock has stepped away from it since. */
export type SteadyClock = Clock & { wallAheadMs(): number }

/**
 * What is measured on board is stamped with this clock, so that one offset, measured at any time, places all of a run: however often
 * the board's own clock is set meanwhile.
 */
export function createSteadyClock(board: Clock): SteadyClock {
  const startMs = board.now() - board.monotonic()
  return {
    now: () => Math.round(startMs + board.monotonic()),
    monotonic: board.monotonic,
    wallAheadMs: () => Math.round(board.now() - board.monotonic() - startMs),
  }
}
