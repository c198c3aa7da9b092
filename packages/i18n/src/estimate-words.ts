import { dateFormat, formatEuro, formatNumber, formatWholeEuro } from './formats.ts'
import type { Language } from './languages.ts'

/** What a box earns and the market it is reckoned with; times are ms. */
export type WordedEstimate = {
  ownerCentsPerDay: number
  paybackYears: number | null
  pricedCentsPerDay: number
  market: { difficulty: number; centsPerBtc: number; at: number; isBuiltIn: boolean }
}

export const estimateParts = ['day', 'payback', 'priced', 'basis'] as const
export type EstimatePart = (typeof estimateParts)[number]

type Key =
  | 'estimate.never'
  | 'estimate.paybackValue'
  | 'estimate.basis'
  | 'estimate.builtIn'
  | 'estimate.observed'

/**
 * The figures of an estimate as the home page shows them. The server puts them into the page with the market of that moment, and the page starts
 * with the same: so the day is that of the Netherlands wherever it is read.
 */
export function estimateWords(
  language: Language,
  { ownerCentsPerDay, paybackYears, pricedCentsPerDay, market }: WordedEstimate,
  text: (key: Key, values: Record<string, string>) => string,
): Record<EstimatePart, string> {
  const date = dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Amsterdam',
  }).format(market.at)
  return {
    day: formatEuro(language, ownerCentsPerDay),
    payback:
      paybackYears === null
        ? text('estimate.never', {})
        : text('estimate.paybackValue', { years: formatNumber(language, paybackYears, 1) }),
    priced: formatEuro(language, pricedCentsPerDay),
    basis: text('estimate.basis', {
      price: formatWholeEuro(language, market.centsPerBtc),
      difficulty: `${formatNumber(language, market.difficulty / 1e12)}\u00a0T`,
      when: text(market.isBuiltIn ? 'estimate.builtIn' : 'estimate.observed', { date }),
    }),
  }
}
