export type CoinUnit = 'coin' | 'sat'
export type ParsedAmount = { ok: true; sat: number } | { ok: false; reason: string }

const suffixes = /\s*(btc|bch|bsv|xbt|sats?|satoshis?|₿)\s*$/i
const maxSat = 21_000_000n * 100_000_000n

/**
 * Whole base units (10⁻⁸) out of an amount as pools write it: plain or scientific decimals, with `BTC` or `sat` behind it or not.
 * Exact, through no floating point. `unit` is what a bare number counts in. A decimal comma counts only where `decimalComma` says so.
 *
 * @example parseCoinAmount('0.00012345 BTC', 'coin') // { ok: true, sat: 12345 }
 */
export function parseCoinAmount(
  text: string,
  unit: CoinUnit,
  options: { decimalComma?: boolean } = {},
): ParsedAmount {
  const named = suffixes.exec(text)?.[1]?.toLowerCase()
  const inSat = named === undefined ? unit === 'sat' : named.startsWith('sat')
  let digits = text.replace(suffixes, '').trim()
  if (options.decimalComma) digits = digits.replace(',', '.')
  const match = /^([+-]?)(\d{1,16})(?:\.(\d{0,24}))?(?:e([+-]?\d{1,2}))?$/i.exec(digits)
  if (!match) return { ok: false, reason: `"${text.trim()}" is not an amount` }
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  // digits · 10^shift base units
  const shift = Number(exponent) - fraction.length + (inSat ? 0 : 8)
  const bare = BigInt(whole + fraction)
  const scale = 10n ** BigInt(Math.abs(shift))
  if (shift < 0 && bare % scale !== 0n)
    return { ok: false, reason: `"${text.trim()}" is finer than a base unit` }
  const sat = shift < 0 ? bare / scale : bare * scale
  if (sat === 0n) return { ok: false, reason: 'the amount is zero' }
  if (sign === '-') return { ok: false, reason: `"${text.trim()}" is negative: no payment to the account` }
  if (sat > maxSat) return { ok: false, reason: `"${text.trim()}" is more than there can ever be` }
  return { ok: true, sat: Number(sat) }
}
