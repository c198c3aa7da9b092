/** Counts wrong guesses per guesser over a sliding window, in this process. */
export type GuessLimiter = {
  isBlocked(guessers: readonly string[]): boolean
  recordWrong(guessers: readonly string[]): void
}

/**
 * A guesser with `max` wrong guesses within `windowMs` is blocked until the oldest of them is that old. Remembers at most
 * `maxGuessers`; beyond that the one that has been silent longest is forgotten.
 */
export function createGuessLimiter(options: {
  clock: () => number
  max: number
  windowMs: number
  maxGuessers?: number
}): GuessLimiter {
  const { clock, max, windowMs, maxGuessers = 50_000 } = options
  const wrongAt = new Map<string, number[]>()

  const recent = (guesser: string, now: number) =>
    (wrongAt.get(guesser) ?? []).filter((at) => now - at < windowMs)

  return {
    isBlocked(guessers) {
      const now = clock()
      return guessers.some((guesser) => recent(guesser, now).length >= max)
    },
    recordWrong(guessers) {
      const now = clock()
      for (const guesser of guessers) {
        const times = [...recent(guesser, now), now].slice(-max)
        wrongAt.delete(guesser)
        wrongAt.set(guesser, times)
      }
      for (const [guesser, times] of wrongAt) {
        const last = times.at(-1) ?? 0
        if (wrongAt.size <= maxGuessers && now - last < windowMs) break
        wrongAt.delete(guesser)
      }
    },
  }
}
