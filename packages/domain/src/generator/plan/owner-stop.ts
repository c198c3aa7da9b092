/**
 * Watches a miner that its owner stopped. It may still be on its way down; but one that was seen at rest and mines again, or whose
 * time is over, runs against its owner's command, and someone may have their hands in the box.
 */
export type StopWatch = {
  /** When the stop was first known here, ms of the watcher's clock. */
  since: number
  /** It was seen at rest since. */
  wasAtRest: boolean
  /** When the command was repeated last. */
  repeatedAt: number | null
}

/** How long a miner may take to stop. */
export const stopGraceMs = 180_000
/** The command is repeated after this long, not sooner: each command may make the miner start over. */
const repeatAfterMs = 180_000

/** One check. `isMining` null: it was not seen since the last check. */
export function watchStop(
  before: StopWatch | null,
  now: number,
  isMining: boolean | null,
): { watch: StopWatch; isDue: boolean; isNew: boolean } {
  const watch = before ?? { since: now, wasAtRest: false, repeatedAt: null }
  if (isMining === null) return { watch, isDue: false, isNew: false }
  if (!isMining) return { watch: { ...watch, wasAtRest: true, repeatedAt: null }, isDue: false, isNew: false }
  if (!watch.wasAtRest && now - watch.since < stopGraceMs) return { watch, isDue: false, isNew: false }
  if (watch.repeatedAt !== null && now - watch.repeatedAt < repeatAfterMs)
    return { watch, isDue: false, isNew: false }
  return { watch: { ...watch, repeatedAt: now }, isDue: true, isNew: watch.repeatedAt === null }
}
