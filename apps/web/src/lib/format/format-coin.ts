import { numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { formatNumber } from './format.ts'

/**
 * A decimal string of coins as people of a language read it, digit by digit: nothing is rounded. What is copied stays unchanged, because
 * wallets expect a point.
 *
 * @example formatCoin('nl', '1234.50', 'USDT') // '1.234,50 USDT' with a space that does not break
 */
export function formatCoin(language: Language, amount: string, asset: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const point = formatNumber(language, 1.5, 1).charAt(1)
  const grouped = formatNumber(language, Number(whole))
  return `${sign}${grouped}${fraction === '' ? '' : point + fraction}\u00a0${asset}`
}

/** What a coin costs, from euro cents: four decimals below ten euro, because a dollar's second half cent is worth something times 20,000. */
export function formatRate(language: Language, rateCents: number): string {
  return numberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: rateCents < 1000 ? 4 : 2,
  }).format(rateCents / 100)
}

/** An amount without its sign: how much too much was paid. */
export function withoutSign(amount: string): string {
  return amount.replace(/^-/, '')
}
