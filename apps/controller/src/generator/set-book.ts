import {
  capacityOfSets,
  type GeneratorSet,
  type SetState,
} from '@shipminer/domain/generator/load/parallel-sets'

/** Which of the ship's sets feed it, by the newest signal of each. */
export type SetBook = {
  /** True where that changes what is known. */
  note(index: number, isRunning: boolean | null, now: number): boolean
  /** After a start, before every set's first signal: too early to decide anything. */
  isWaiting(now: number, staleAfterMs: number): boolean
  states(now: number, staleAfterMs: number): SetState[]
  /** What the sets that run can give; null where the ship names no sets. */
  capacityKw(now: number, staleAfterMs: number): number | null
  /** All of them together; null where the ship names none. */
  wholeKw: number | null
}

export function createSetBook(sets: readonly GeneratorSet[], openedAt: number): SetBook {
  const seen = new Map<number, { isRunning: boolean | null; at: number }>()
  const states: SetBook['states'] = (now, staleAfterMs) =>
    sets.map(({ name, capacityKw }, index) => {
      const last = seen.get(index)
      const isFresh = last !== undefined && now - last.at <= staleAfterMs
      return { name, capacityKw, isRunning: isFresh ? last.isRunning : null }
    })
  return {
    note(index, isRunning, at) {
      const before = seen.get(index)?.isRunning ?? null
      seen.set(index, { isRunning, at })
      return before !== isRunning
    },
    isWaiting: (now, staleAfterMs) => seen.size < sets.length && now - openedAt <= staleAfterMs,
    states,
    capacityKw: (now, staleAfterMs) => (sets.length === 0 ? null : capacityOfSets(states(now, staleAfterMs))),
    wholeKw: sets.length === 0 ? null : sets.reduce((sum, { capacityKw }) => sum + capacityKw, 0),
  }
}
