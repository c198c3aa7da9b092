import { useTranslation } from 'react-i18next'
import { formatEuro, formatNumber, formatWholeEuro } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'

const daysPerYear = 365.25

/** Figures as this page writes them. */
export function useCalculatorWords() {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  return {
    /** Cents shown below 100 euro, whole euros above. */
    euro: (cents: number) =>
      Math.abs(cents) < 10_000 ? formatEuro(language, cents) : formatWholeEuro(language, cents),
    /** `1.408 dagen (3,9 jaar)`; years only where they are easier to read. */
    days: (days: number) =>
      days < 730
        ? t('days', { count: days, days: formatNumber(language, days) })
        : t('daysYears', {
            count: days,
            days: formatNumber(language, days),
            years: formatNumber(language, days / daysPerYear, 1),
          }),
    /** `5,3 jaar`: one decimal below ten years, none above. */
    years: (days: number) =>
      t('years', {
        years: formatNumber(language, days / daysPerYear, days < 10 * daysPerYear ? 1 : 0),
      }),
    kilowatts: (kw: number) =>
      `${formatNumber(language, kw, kw < 1 ? 2 : Number.isInteger(kw) ? 0 : 1)}\u00a0kW`,
    bitcoin: (sat: number) => formatNumber(language, sat / 1e8, 8),
  }
}
