/** A clock that does not move until the test moves it; pass `now` where the code under test takes a clock. */
export type FakeClock = {
  /** Milliseconds since 1970, as `Date.now()`. */
  readonly now: () => number
  /** Moves the clock forward and returns the new time. Throws a RangeError on a negative or broken step. */
  readonly advance: (stepMs: number) => number
}

/**
 * @example
 * const clock = fakeClock(Date.parse('2026-01-01T00:00:00Z'))
 * clock.advance(5_000)
 * clock.now() // 1767225605000
 */
export function fakeClock(startMs: number): FakeClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance(stepMs) {
      if (!Number.isFinite(stepMs) || stepMs < 0)
        throw new RangeError(`a clock cannot advance by ${stepMs} ms`)
      nowMs += stepMs
      return nowMs
    },
  }
}
