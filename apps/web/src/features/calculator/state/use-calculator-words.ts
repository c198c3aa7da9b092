import { calculationFormats } from '@shipminer/i18n/calculation-formats'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'

const daysPerYear = 365.25

/** Figures as this page writes them. */
export function useCalculatorWords() {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  return {
    ...calculationFormats(language, (key, values) => t(key, values)),
    /** `1.408 dagen (3,9 jaar)`; years only where they are easier to read. */
    days: (days: number) =>
      days < 730
        ? t('days', { count: days, days: formatNumber(language, days) })
        : t('daysYears', {
            count: days,
            days: formatNumber(language, days),
            years: formatNumber(language, days / daysPerYear, 1),
          }),
    bitcoin: (sat: number) => formatNumber(language, sat / 1e8, 8),
  }
}
