/**
 * Work of a span under one set of network figures: `acceptedDifficultyMilli` in thousandths of a unit of accepted share difficulty,
 * `blindHashesGh` in 10⁹ hashes of the time in which no difficulty was reported. Both times the reward of a block in base units
 * (subsidy and mean fees), so that work under different rewards but one difficulty can be added before it is valued.
 */
export type RewardedWork = {
  milliReward: bigint
  ghReward: bigint
  difficulty: number
  feeBasisPoints: number
}

/** An exact amount of base units before it is rounded. */
export type ExactAmount = { numerator: bigint; denominator: bigint }

const milliPerUnit = 1_000n
const hashesPerUnit = 2n ** 32n
const basisPoints = 10_000n

/**
 * What pooled work pays in expectation: difficulty of accepted shares × reward ÷ network difficulty, less the pool's fee; hash rate × time
 * where the device reported no difficulty. Exact: no rounding happens here. Work under a difficulty that is not positive counts nothing.
 */
export function expectedRevenue(work: readonly RewardedWork[]): ExactAmount {
  // Numerators by difficulty over 1000 · 2³² · 10000; most spans have few difficulties.
  const byDifficulty = new Map<number, bigint>()
  for (const { milliReward, ghReward, difficulty, feeBasisPoints } of work) {
    if (!(difficulty > 0)) continue
    const units = milliReward * hashesPerUnit + ghReward * milliPerUnit * 1_000_000_000n
    const worth = units * (basisPoints - BigInt(feeBasisPoints))
    byDifficulty.set(difficulty, (byDifficulty.get(difficulty) ?? 0n) + worth)
  }
  let sum: ExactAmount = { numerator: 0n, denominator: 1n }
  for (const [difficulty, worth] of byDifficulty) {
    const { digits, scale } = decimal(difficulty)
    sum = {
      numerator: sum.numerator * digits + worth * scale * sum.denominator,
      denominator: sum.denominator * digits,
    }
  }
  return {
    numerator: sum.numerator,
    denominator: sum.denominator * milliPerUnit * hashesPerUnit * basisPoints,
  }
}

/** Whole base units, rounded down. Of amounts that are not negative. */
export function wholeUnits({ numerator, denominator }: ExactAmount): number {
  return Number(numerator / denominator)
}

/** A positive number as it is written: `digits / scale`, both whole. */
function decimal(value: number): { digits: bigint; scale: bigint } {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const power = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0
    ? { digits: digits * 10n ** BigInt(power), scale: 1n }
    : { digits, scale: 10n ** BigInt(-power) }
}
