/**
 * Watches a miner that its owner stopped. It may still be on its way down; but one that was seen at rest and mines again, or whose
 * time is over, runs against its owner's command, and someone may have their hands in the box.
 */
export type StopWatch = {
  /** When the stop was first known here, ms of the watcher's clock. */
  since: number
  /** It was seen at rest since. */
  wasAtRest: boolean
  /** When the command was last repeated. */
  toldAt: number | null
}

/** How long a miner may take to stop. */
export const stopGraceMs = 180_000
/** The command is repeated after this long, not sooner: each command may make the miner start over. */
const retellMs = 180_000

/** One check. `isMining` null: it was not seen since the last check. */
export function watchStop(
  before: StopWatch | null,
  now: number,
  isMining: boolean | null,
): { watch: StopWatch; tell: boolean; isNew: boolean } {
  const watch = before ?? { since: now, wasAtRest: false, toldAt: null }
  if (isMining === null) return { watch, tell: false, isNew: false }
  if (!isMining) return { watch: { ...watch, wasAtRest: true, toldAt: null }, tell: false, isNew: false }
  if (!watch.wasAtRest && now - watch.since < stopGraceMs) return { watch, tell: false, isNew: false }
  if (watch.toldAt !== null && now - watch.toldAt < retellMs) return { watch, tell: false, isNew: false }
  return { watch: { ...watch, toldAt: now }, tell: true, isNew: watch.toldAt === null }
}
