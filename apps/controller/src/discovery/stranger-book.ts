import { mostStrangers, type Stranger } from '@shipminer/contract/control/strangers'

/** A stranger that two whole searches did not find is gone. */
const MISSES_UNTIL_GONE = 2

export type StrangerBook = {
  /** A search has seen it. */
  note(stranger: Stranger): void
  /** A search has ended. One that was broken off says nothing of what it did not see. */
  endSearch(isComplete: boolean): void
  /** Something at this address is known now. */
  forget(address: string, port: number): void
  /** It does not answer any more. */
  remove(key: string): void
  list(): Stranger[]
}

/** What answers on the ship's network and is not known. */
export function createStrangerBook(): StrangerBook {
  const entries = new Map<string, { stranger: Stranger; misses: number }>()
  let seen = new Set<string>()
  return {
    note(stranger) {
      const { key } = stranger
      if (!entries.has(key) && entries.size >= mostStrangers) return
      seen.add(key)
      entries.set(key, { stranger, misses: 0 })
    },
    endSearch(isComplete) {
      if (isComplete)
        for (const [key, entry] of entries) {
          if (seen.has(key)) continue
          entry.misses += 1
          if (entry.misses >= MISSES_UNTIL_GONE) entries.delete(key)
        }
      seen = new Set()
    },
    forget(address, port) {
      for (const [key, { stranger }] of entries)
        if (stranger.address === address && stranger.ports.some((one) => one.port === port))
          entries.delete(key)
    },
    remove(key) {
      entries.delete(key)
      seen.delete(key)
    },
    list: () =>
      [...entries.values()]
        .map(({ stranger }) => stranger)
        .sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true })),
  }
}
