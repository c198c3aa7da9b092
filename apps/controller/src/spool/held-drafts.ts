import type { SpoolDraft } from './spool-types.ts'

/** While nothing can be written: the newest samples are kept in memory up to this number. */
const MOST_SAMPLES = 20_000

export type HeldDraft<Carry> = { draft: SpoolDraft<Carry>; resolve: (seq: number | null) => void }

/** Batches on their way to the disk, oldest first. Beyond the bound the oldest are dropped and reported. */
export type HeldDrafts<Carry> = {
  add(held: HeldDraft<Carry>): void
  take(count: number): HeldDraft<Carry>[]
  /** The disk refused them: they are the oldest again. */
  putBack(group: readonly HeldDraft<Carry>[]): void
  samples(): number
  isEmpty(): boolean
  /** Gives up on all. */
  release(): void
}

export function createHeldDrafts<Carry>(onDropped: (samples: number) => void): HeldDrafts<Carry> {
  let waiting: HeldDraft<Carry>[] = []
  const samples = () => waiting.reduce((sum, { draft }) => sum + draft.samples.length, 0)

  function bound(): void {
    let held = samples()
    let dropped = 0
    while (held > MOST_SAMPLES && waiting.length > 1) {
      const oldest = waiting.shift() as HeldDraft<Carry>
      held -= oldest.draft.samples.length
      dropped += oldest.draft.samples.length
      oldest.resolve(null)
    }
    if (dropped > 0) onDropped(dropped)
  }

  return {
    add(held) {
      waiting.push(held)
      bound()
    },
    take: (count) => waiting.splice(0, count),
    putBack(group) {
      waiting.unshift(...group)
      bound()
    },
    samples,
    isEmpty: () => waiting.length === 0,
    release() {
      for (const { resolve } of waiting) resolve(null)
      waiting = []
    },
  }
}
