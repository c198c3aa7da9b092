import type { SpoolDraft } from './spool-types.ts'

/** While nothing can be written: the newest samples are kept in memory up to this number. */
const MOST_SAMPLES = 20_000

/** `seq`: it was given a number already, because it goes ashore from memory; it keeps that number on disk. */
export type HeldDraft<Carry> = {
  draft: SpoolDraft<Carry>
  resolve: (seq: number | null) => void
  seq?: number
}

/** Batches on their way to the disk, oldest first. Beyond the bound the oldest are dropped and reported. */
export type HeldDrafts<Carry> = {
  add(held: HeldDraft<Carry>): void
  take(count: number): HeldDraft<Carry>[]
  /** The disk refused them: they are the oldest again. */
  putBack(group: readonly HeldDraft<Carry>[]): void
  /** In order, oldest first: those with a number come before those without. */
  all(): readonly HeldDraft<Carry>[]
  /** The server has them: takes them out. */
  remove(isStored: (held: HeldDraft<Carry>) => boolean): HeldDraft<Carry>[]
  samples(): number
  isEmpty(): boolean
  /** Gives up on all. */
  release(): void
}

export function createHeldDrafts<Carry>(
  onDropped: (samples: number, gone: readonly HeldDraft<Carry>[]) => void,
): HeldDrafts<Carry> {
  let waiting: HeldDraft<Carry>[] = []
  const samples = () => waiting.reduce((sum, { draft }) => sum + draft.samples.length, 0)

  function dropOldest(): void {
    let held = samples()
    let dropped = 0
    const gone: HeldDraft<Carry>[] = []
    while (held > MOST_SAMPLES && waiting.length > 1) {
      const oldest = waiting.shift() as HeldDraft<Carry>
      held -= oldest.draft.samples.length
      dropped += oldest.draft.samples.length
      oldest.resolve(null)
      gone.push(oldest)
    }
    if (gone.length > 0) onDropped(dropped, gone)
  }

  return {
    add(held) {
      waiting.push(held)
      dropOldest()
    },
    take: (count) => waiting.splice(0, count),
    putBack(group) {
      waiting.unshift(...group)
      dropOldest()
    },
    all: () => waiting,
    remove(isStored) {
      const removed = waiting.filter(isStored)
      if (removed.length > 0) waiting = waiting.filter((held) => !removed.includes(held))
      return removed
    },
    samples,
    isEmpty: () => waiting.length === 0,
    release() {
      for (const { resolve } of waiting) resolve(null)
      waiting = []
    },
  }
}
