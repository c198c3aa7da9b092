const firstDelayMs = 60_000
const longestDelayMs = 3_600_000

/** How long sending a mail is retried, ms: five days, as mail servers do. */
export const giveUpAfterMs = 5 * 86_400_000

/** Wait before the next attempt after `attempts` attempts (1, 2, …): one minute, doubling, at most an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(Math.max(attempts - 1, 0), 20))
}
