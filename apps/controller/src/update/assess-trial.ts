/** Longest time without a sign of life of a version on trial, ms; a start on a small computer takes ten seconds. */
export const hangMs = 60_000

/**
 * The reason to reject a running version on trial; null: none yet. Times in ms of this run.
 *
 * A missing line to shore alone never does. `reachedMs` is the time in which the launcher itself, which did not change, reached the server
 * while the version was not welcomed: only a version that cannot connect although the ship can is taken back.
 */
export function assessTrial(
  run: { proven: boolean; silentMs: number; reachedMs: number },
  limits: { reportMs: number; hangMs: number },
): 'hung' | 'not-reported-in' | null {
  if (run.silentMs > limits.hangMs) return 'hung'
  return !run.proven && run.reachedMs >= limits.reportMs ? 'not-reported-in' : null
}
