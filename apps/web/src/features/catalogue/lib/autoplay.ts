/** Why a carousel is paused. Each reason counts by itself: it moves on only when none is left. */
export type Hold = 'pointer' | 'hover' | 'focus' | 'hidden' | 'paused' | 'reduced-motion'

export type Timers = {
  set: (run: () => void, delayMs: number) => number
  clear: (timer: number) => void
}

export type Autoplay = {
  hold: (reason: Hold) => void
  release: (reason: Hold) => void
  stop: () => void
}

/**
 * Calls `advance` every `intervalMs` for as long as nothing holds it. Each release starts a whole new interval, so that a picture
 * is not replaced right after it was released. Runs from the start unless `holds` names reasons.
 */
export function createAutoplay(
  {
    intervalMs,
    advance,
    holds: first = [],
  }: { intervalMs: number; advance: () => void; holds?: readonly Hold[] },
  timers: Timers = {
    set: (run, delay) => window.setTimeout(run, delay),
    clear: (id) => window.clearTimeout(id),
  },
): Autoplay {
  const holds = new Set<Hold>(first)
  let timer: number | undefined
  const restart = () => {
    if (timer !== undefined) timers.clear(timer)
    timer = undefined
    if (holds.size > 0) return
    timer = timers.set(() => {
      timer = undefined
      advance()
      restart()
    }, intervalMs)
  }
  restart()
  return {
    hold(reason) {
      holds.add(reason)
      restart()
    },
    release(reason) {
      if (holds.delete(reason)) restart()
    },
    stop() {
      if (timer !== undefined) timers.clear(timer)
      timer = undefined
    },
  }
}
