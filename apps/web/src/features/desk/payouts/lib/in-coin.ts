import type { Language } from '@shipminer/i18n/languages'
import { formatSat, joinQuantity } from '../../../../lib/format/format.ts'

/** An amount of any of the coins: all count in the same smallest part. */
export function inCoin(language: Language, coin: string, sat: number): string {
  const { text: amount, unit } = formatSat(language, sat)
  return joinQuantity({ text: amount, unit: coin === 'BTC' ? unit : unit === 'sat' ? `sat ${coin}` : coin })
}
