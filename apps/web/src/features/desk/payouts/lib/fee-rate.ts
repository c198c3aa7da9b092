import { parseTypedNumber } from '../../../../lib/format/parse-number.ts'

/**
 * A typed fee rate in sat/vB as thousandths of a satoshi; null unless it is from 1 to 1000 with at most three decimals.
 *
 * @example parseFeeRate('2,5') // 2500
 */
export function parseFeeRate(text: string): number | null {
  const rate = parseTypedNumber(text, 'decimals')
  if (rate === null || rate < 1 || rate > 1000) return null
  const milliSat = Math.round(rate * 1000)
  return Math.abs(milliSat - rate * 1000) < 1e-6 ? milliSat : null
}
