/** A seeded source of randomness: the same seed, the same run. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  between(least: number, most: number): number
  /** Roughly normal, mean 0 and deviation 1. */
  normal(): number
  chance(probability: number): boolean
}

/** Mulberry32: small, quick, and good enough for load profiles. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + (most - least) * next(),
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    chance: (probability) => next() < probability,
  }
}
