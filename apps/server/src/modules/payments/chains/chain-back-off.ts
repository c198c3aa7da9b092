const firstMs = 5_000
const longestMs = 5 * 60_000

export type BackOff = {
  /** Whether the waiting time is over. */
  isOpen(nowMs: number): boolean
  onSuccess(): void
  /**
   * Waits longer after each failure in a row, with jitter so that servers do not query in step; never shorter than the server requested.
   */
  onFailure(nowMs: number, askedForMs: number | null): void
}

/** Waiting between tries: 5 s, doubling, at most 5 min. `random` returns 0 up to 1. */
export function createBackOff(random: () => number): BackOff {
  let failures = 0
  let waitUntilMs = Number.NEGATIVE_INFINITY
  return {
    isOpen: (nowMs) => nowMs >= waitUntilMs,
    onSuccess() {
      failures = 0
      waitUntilMs = Number.NEGATIVE_INFINITY
    },
    onFailure(nowMs, askedForMs) {
      const base = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 16))
      failures += 1
      waitUntilMs = nowMs + Math.max(askedForMs ?? 0, Math.round(base * (0.5 + random() / 2)))
    },
  }
}
