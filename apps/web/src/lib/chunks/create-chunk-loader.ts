/** What a look at the server says about a file that could not be fetched. */
export type Finding = 'here' | 'gone' | 'unreachable'

/** What the loader needs of the browser. */
export type ChunkWorld = {
  /** Requests from the server the file that failed, or, where its name is not known, the page's own first script. */
  probe(address: string | null): Promise<Finding>
  /** Resolves after this long, or when it is ended. */
  pause(delayMs: number): { ended: Promise<void>; end: () => void }
  /** Reloads the page, once for each build of the site; false when that was done already. */
  loadAnew(): boolean
  /** Takes away what a failed try left behind. */
  tidy(): void
}

const shortestPauseMs = 1_000
const longestPauseMs = 30_000
/** Some browsers remember for as long as the page lives that a script failed. */
const triesBeforeNewPage = 3

/** The pause after the given failed try, from one second doubling up to half a minute. */
export function pauseAfter(tries: number): number {
  return Math.min(longestPauseMs, shortestPauseMs * 2 ** (tries - 1))
}

/** Whether a piece of the site could not be fetched, as opposed to one that came and broke. Each browser has words of its own. */
export function isFetchFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}

function addressIn(error: unknown): string | null {
  return /https?:\/\/\S+\.(?:js|css)/.exec(String(error))?.[0] ?? null
}

/**
 * Fetches pieces of the site for as long as it takes: what is there already stays, a failed attempt is repeated after a while or as soon as
 * the connection is back, and when the server has another build by now the page is reloaded, once. Rejects only when a piece arrived and
 * then failed.
 */
export function createChunkLoader(world: ChunkWorld) {
  const pauses = new Set<() => void>()
  /** How often someone, or a connection that is back, asked for all to be tried now. */
  let asked = 0
  const listeners = new Set<() => void>()
  let waiting = 0

  function setWaiting(next: number): void {
    waiting = next
    for (const listener of listeners) listener()
  }

  async function isPageLeaving(error: unknown, tries: number): Promise<boolean> {
    const finding = await world.probe(addressIn(error))
    const isOver = finding === 'gone' || (finding === 'here' && tries >= triesBeforeNewPage)
    return isOver && world.loadAnew()
  }

  async function pauseAndTidy(tries: number, askedBefore: number): Promise<void> {
    // Asked for while the try that failed was under way: it may have failed on the old connection.
    if (asked === askedBefore) {
      const { ended, end } = world.pause(pauseAfter(tries))
      pauses.add(end)
      await ended
      pauses.delete(end)
    }
    world.tidy()
  }

  async function retry<T>(fetchChunk: () => Promise<T>, first: unknown): Promise<T> {
    let error = first
    let askedBefore = asked
    for (let tries = 1; ; tries++) {
      if (!isFetchFailure(error)) throw error
      if (await isPageLeaving(error, tries)) return new Promise<T>(() => undefined)
      await pauseAndTidy(tries, askedBefore)
      askedBefore = asked
      try {
        return await fetchChunk()
      } catch (again) {
        error = again
      }
    }
  }

  return {
    async load<T>(fetchChunk: () => Promise<T>): Promise<T> {
      try {
        return await fetchChunk()
      } catch (error) {
        if (!isFetchFailure(error)) throw error
        setWaiting(waiting + 1)
        try {
          return await retry(fetchChunk, error)
        } finally {
          setWaiting(waiting - 1)
        }
      }
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whether something of the page is still on its way after a failed try. */
    isWaiting: () => waiting > 0,
    /** Ends every pause; a try that is under way and fails is repeated without one. */
    tryNow(): void {
      asked += 1
      for (const end of [...pauses]) end()
    },
  }
}
