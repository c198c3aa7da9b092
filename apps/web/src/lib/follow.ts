/** What is known of something that the server keeps changing. A failure never takes away what was seen before. */
export type Followed<T> = { data: T | null; error: unknown; isBusy: boolean }

export type FollowOptions<T> = {
  load: () => Promise<T>
  /** Time to the next look in ms; null: it stays as it is now. */
  nextLookMs: (seen: Followed<T>) => number | null
  isHidden: () => boolean
  /** Runs `task` once after a time; answers how to prevent that. */
  later: (task: () => void, delayMs: number) => () => void
  onChange: (seen: Followed<T>) => void
}

/**
 * Checks something again and again: never twice at once, not while the page is hidden, not once it is final.
 * `look` checks now; `replace` takes over the answer of another call.
 */
export function createFollower<T>(options: FollowOptions<T>) {
  let seen: Followed<T> = { data: null, error: null, isBusy: false }
  let cancel: (() => void) | null = null
  let looking: Promise<void> | null = null
  let isEnded = false
  // Answers of looks that began before something newer was taken over are old.
  let generation = 0

  function set(next: Followed<T>): void {
    if (isEnded) return
    seen = next
    options.onChange(seen)
  }

  function plan(): void {
    cancel?.()
    cancel = null
    if (isEnded || looking || options.isHidden()) return
    const delayMs = options.nextLookMs(seen)
    if (delayMs !== null) cancel = options.later(() => void look(), delayMs)
  }

  function look(load: () => Promise<T> = options.load): Promise<void> {
    if (isEnded) return Promise.resolve()
    if (looking) return looking
    cancel?.()
    cancel = null
    const own = ++generation
    set({ ...seen, isBusy: true })
    looking = load()
      .then(
        (data) => set(own === generation ? { data, error: null, isBusy: false } : { ...seen, isBusy: false }),
        (error: unknown) => set({ ...seen, error, isBusy: false }),
      )
      .finally(() => {
        looking = null
        plan()
      })
    return looking
  }

  return {
    look,
    replace(data: T): void {
      generation++
      set({ ...seen, data, error: null })
      plan()
    },
    /** The page was hidden or shown; shown again, it looks at once unless all is final. */
    visibilityChanged(): void {
      if (options.isHidden()) {
        cancel?.()
        cancel = null
      } else if (options.nextLookMs(seen) !== null) look()
    },
    end(): void {
      isEnded = true
      cancel?.()
    },
  }
}
