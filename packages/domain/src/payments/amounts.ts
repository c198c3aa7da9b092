/** Least output that Bitcoin nodes pass on, by type of address (satoshi). */
export const dustSat = { p2wpkh: 294n, p2tr: 330n } as const

/** A rate: euro cents × `scale` for one whole coin. Integers, so that nothing is rounded twice. */
export type CoinRate = { scaledCents: bigint; scale: bigint }

/** Least difference that is let go: a share of the amount, and never more than a sum of euro. */
export type Tolerance = { permille: number; maxCents: number }
export const defaultTolerance: Tolerance = { permille: 5, maxCents: 2500 }

/**
 * Satoshi for a price at a rate, rounded up.
 *
 * @example satsDue(1_750_000, { scaledCents: 6_500_000n, scale: 1n }) // 26923077n
 */
export function satsDue(priceCents: number, rate: CoinRate): bigint {
  return ceilDivide(BigInt(priceCents) * 100_000_000n * rate.scale, rate.scaledCents)
}

/**
 * USDT for a price, rounded up to 0.01 and given in the chain's base units.
 *
 * @param decimals 6 on most chains, 18 on BNB Smart Chain; at least 2
 * @example usdtUnitsDue(1_750_000, { scaledCents: 92n, scale: 1n }, 6) // 19021740000n, that is 19 021.74 USDT
 */
export function usdtUnitsDue(priceCents: number, rate: CoinRate, decimals: number): bigint {
  const hundredths = ceilDivide(BigInt(priceCents) * 100n * rate.scale, rate.scaledCents)
  return hundredths * 10n ** BigInt(decimals - 2)
}

/**
 * The least amount that counts as paid: what is due less the tolerance, and never below one unit.
 *
 * @param amountDue base units that are worth `priceCents`
 */
export function minDue(
  amountDue: bigint,
  priceCents: number,
  tolerance: Tolerance = defaultTolerance,
): bigint {
  const share = (amountDue * BigInt(tolerance.permille)) / 1000n
  const cap = priceCents > 0 ? (amountDue * BigInt(tolerance.maxCents)) / BigInt(priceCents) : 0n
  const least = amountDue - (share < cap ? share : cap)
  return least > 1n ? least : 1n
}

/** Worth of an amount at the locked rate, in euro cents, rounded down; the sign is kept. */
export function valueCentsAtLockedRate(amount: bigint, amountDue: bigint, priceCents: number): number {
  return Number((amount * BigInt(priceCents)) / amountDue)
}

/** Worth of an amount at a rate, in euro cents, rounded down. */
export function valueCentsAtRate(amount: bigint, decimals: number, rate: CoinRate): number {
  return Number((amount * rate.scaledCents) / (10n ** BigInt(decimals) * rate.scale))
}

/**
 * Base units as a decimal number with a dot and no needless zeros; at least `minDecimals` decimals.
 *
 * @example formatUnits(26_923_077n, 8) // '0.26923077'
 * @example formatUnits(19_021_740_000n, 6, 2) // '19021.74'
 */
export function formatUnits(amount: bigint, decimals: number, minDecimals = 0): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(minDecimals, '0')
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** A rate as euro cents of one whole coin, exactly. Its scale is a power of ten. */
export function formatRateCents({ scaledCents, scale }: CoinRate): string {
  return formatUnits(scaledCents, String(scale).length - 1)
}

/**
 * Reads a decimal number (dot, no exponent, no sign) as base units; null when it is not one or has more decimals than the coin.
 *
 * @example parseUnits('0.26923077', 8) // 26923077n
 */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text)
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return null
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`)
}

/** Confirmations that a Bitcoin payment needs: 1 below EUR 1 000, 3 below EUR 25 000, else 6. Never 0. */
export function bitcoinConfirmationsRequired(priceCents: number): number {
  if (priceCents < 100_000) return 1
  return priceCents < 2_500_000 ? 3 : 6
}

const evmConfirmations: Readonly<Record<number, readonly [small: number, large: number]>> = {
  1: [12, 64],
  137: [64, 64],
  56: [15, 15],
}

/**
 * Blocks that a token transfer needs where the chain has no `finalized` mark; from EUR 25 000 on the larger number. Null for chains (Arbitrum,
 * Optimism, any other) where only the mark counts.
 */
export function evmConfirmationsRequired(chainId: number, priceCents: number): number | null {
  const counts = evmConfirmations[chainId]
  if (!counts) return null
  return priceCents < 2_500_000 ? counts[0] : counts[1]
}

/** Division of integers that are not below zero, rounded up. */
function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
