import type { Store } from '../../../platform/db/store.ts'

/** A controller is assessed this often at least, ms: some conditions come and go with time alone. */
const judgeEveryMs = 5 * 60_000

/** Which controllers a sweep has to look at. */
export type ChangedControllers = {
  /**
   * Those that sent something since the last time, and of the others those whose turn it is. Null: all, because what changed is not known.
   * `lookAtAll` has all of them looked at again.
   */
  take(now: number): { changed: ReadonlySet<string>; isDue: (controllerId: string) => boolean } | null
  lookAtAll(): void
  close(): Promise<void>
}

/**
 * Keeps which controllers sent something, as the database tells it, whichever server stored it. After a start, and after a line to the
 * database that broke, all of them count as changed.
 */
export async function createChangedControllers(store: Store): Promise<ChangedControllers> {
  let changed = new Set<string>()
  let isKnown = false
  const judgedAt = new Map<string, number>()
  const stop = await store.listen(
    'live',
    (payload) => {
      const { controllerId } = JSON.parse(payload) as { controllerId?: unknown }
      if (typeof controllerId === 'string') changed.add(controllerId)
    },
    () => {
      isKnown = false
    },
  )
  return {
    take(now) {
      const taken = changed
      changed = new Set()
      for (const id of taken) judgedAt.set(id, now)
      if (!isKnown) {
        isKnown = true
        judgedAt.clear()
        return null
      }
      return {
        changed: taken,
        isDue(id) {
          const at = judgedAt.get(id)
          // One that is met for the first time gets a turn of its own within the time, so that not all come at once.
          if (at === undefined) judgedAt.set(id, now - turnOf(id))
          else if (now - at >= judgeEveryMs) judgedAt.set(id, now)
          else return false
          return at !== undefined
        },
      }
    },
    lookAtAll() {
      isKnown = false
    },
    close: stop,
  }
}

function turnOf(id: string): number {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9_973
  return (hash / 9_973) * judgeEveryMs
}
