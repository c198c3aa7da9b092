/** Stops a planned action; does nothing once the action has run. */
export type Cancel = () => void

/** Where the ship gets its time from. Nothing in the simulator reads the machine's clock by another way. */
export type Clock = {
  /** Unix time of the simulated ship in milliseconds. */
  nowMs(): number
  /** Runs `action` once, `delayMs` of the ship's time from now. */
  after(delayMs: number, action: () => void): Cancel
}

/**
 * The machine's clock. With `speed` above 1 the ship lives faster from the moment of creation on:
 * at 60, a minute of the ship passes in a second.
 */
export function createSystemClock(options: { speed?: number } = {}): Clock {
  const speed = options.speed ?? 1
  const startMs = Date.now()
  return {
    nowMs: () => (speed === 1 ? Date.now() : startMs + (Date.now() - startMs) * speed),
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** A clock that moves only when advanced. `advance` runs what falls due on the way, in order. */
export type ManualClock = Clock & { advance(byMs: number): void }

/** For tests: starts at `startMs` and does not move by itself. */
export function createManualClock(startMs = 1_760_000_000_000): ManualClock {
  let nowMs = startMs
  const planned = new Set<{ atMs: number; action: () => void }>()
  return {
    nowMs: () => nowMs,
    after(delayMs, action) {
      const entry = { atMs: nowMs + delayMs, action }
      planned.add(entry)
      return () => planned.delete(entry)
    },
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (;;) {
        const next = [...planned].filter((entry) => entry.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
        if (!next) break
        planned.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.action()
      }
      nowMs = untilMs
    },
  }
}
