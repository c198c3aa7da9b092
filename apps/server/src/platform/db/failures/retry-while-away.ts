import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './is-database-away.ts'

/** Longer than another host needs to take over, and shorter than a box waits for its acknowledgement. */
const longestMs = 45_000
const firstDelayMs = 250
const longestDelayMs = 2_000

/**
 * Does work again while the database cannot serve: unreachable, starting, or read-only until another host has taken over. Only for whole
 * transactions that change nothing when they were stored already, since the end of one whose connection was lost is not known.
 *
 * @param isWanted whether anybody still waits for it
 * @throws what the work throws for another reason, and the last error when the database stays away or nobody waits
 */
export async function retryWhileAway<Result>(
  work: () => Promise<Result>,
  isWanted: () => boolean,
): Promise<Result> {
  const giveUpAt = performance.now() + longestMs
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || !isWanted() || performance.now() > giveUpAt) throw error
      // Spread, so that all the boxes of a server do not come in one moment.
      await sleep(delayMs * (0.5 + Math.random() / 2))
    }
  }
}
