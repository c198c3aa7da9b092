/** A reproducible source of chance: the same seed gives the same sequence, on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number
  /** Normal with mean 0 and standard deviation 1. */
  gaussian(): number
  /** Number of events of a Poisson process with this mean; 0 for a mean of 0 or less. */
  poisson(mean: number): number
}

/** 32-bit hash of a text or number together with an earlier hash (FNV-1a with a final mix). */
export function hash32(value: string | number, previous = 0x811c9dc5): number {
  const text = String(value)
  let hash = previous
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

/** Random numbers that depend on `seed` alone (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    gaussian,
    poisson(mean) {
      if (!(mean > 0)) return 0
      if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian()))
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count++
      return count
    },
  }
}
