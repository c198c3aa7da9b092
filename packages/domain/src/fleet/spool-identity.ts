/** What the server gives a spool at each welcome, and the spool shows at its next hello. `turn` rises by one each time. */
export type SpoolMark = { turn: number; token: string }

/** What the server remembers of an epoch. */
export type KnownEpoch = {
  /** Another epoch of the same controller has not taken its place. */
  isCurrent: boolean
  /** Highest number stored of it. */
  lastSeq: number
  /** The same of batches that the box had on its disk. Those above went ashore from memory while the disk refused, and a crash forgets their numbers. */
  lastSavedSeq: number
  /** The mark that the spool is known to have saved; null: none yet. */
  kept: SpoolMark | null
  /** The mark given last, which the spool may or may not have saved. */
  given: SpoolMark | null
}

/** What a spool says of itself in its hello. */
export type ShownSpool = { mark: SpoolMark | null; lastSeq: number | null }

/** `restored`: an older state of a known memory. `cloned`: a second memory works with the same key. */
export const spoolConflicts = ['restored', 'cloned'] as const
export type SpoolConflict = (typeof spoolConflicts)[number]

export type SpoolVerdict =
  /** An epoch never seen: it takes the place of the one before. */
  | 'first'
  /** Provably the same memory as at the last welcome. */
  | 'continues'
  /** The same memory, which crashed while its disk refused: numbers that it does not know of any more are stored. */
  | 'unsaved'
  | SpoolConflict

/**
 * Whether a spool is the memory that the server knows. A saved mark that is not the last one given, or a highest number below what is stored,
 * is an older state of it. An epoch that comes back after another took its place is a copy put back, or, with the newest mark of
 * that epoch, the original beside the copy. A mark ahead of the server's own means that the server was restored from a backup, which is
 * no fault of the spool. Nor is it one when only numbers are missing whose batches never were on its disk; they must not be used again all the same.
 */
export function judgeSpool(shown: ShownSpool, known: KnownEpoch | null): SpoolVerdict {
  if (known === null) return 'first'
  const newest = known.given ?? known.kept
  if (!known.isCurrent) return isSameMark(shown.mark, newest) ? 'cloned' : 'restored'
  if ((shown.mark?.turn ?? 0) > (newest?.turn ?? 0)) return 'continues'
  const isKnownMark = isSameMark(shown.mark, known.kept) || isSameMark(shown.mark, known.given)
  const lastSeq = shown.lastSeq ?? 0
  if (!isKnownMark || lastSeq < known.lastSavedSeq) return 'restored'
  return lastSeq >= known.lastSeq ? 'continues' : 'unsaved'
}

/** The turn of the next mark: above every mark that either side remembers. */
export function nextTurn(shown: SpoolMark | null, known: KnownEpoch | null): number {
  return Math.max(shown?.turn ?? 0, known?.given?.turn ?? 0, known?.kept?.turn ?? 0) + 1
}

function isSameMark(a: SpoolMark | null, b: SpoolMark | null): boolean {
  return a === null || b === null ? a === b : a.turn === b.turn && a.token === b.token
}
