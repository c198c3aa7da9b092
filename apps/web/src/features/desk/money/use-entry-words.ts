import type { BankMatch, ImportedEntry } from '@shipminer/contract/desk/bank'
import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro, formatMoney } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'

/** What an entry of a statement says, in the reader's language. */
export function useEntryWords() {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  return {
    date: ({ bookedOn }: Pick<ImportedEntry, 'bookedOn'>) =>
      formatDate(language, Date.parse(`${bookedOn}T12:00`)),
    amount: ({ amountCents, currency }: Pick<ImportedEntry, 'amountCents' | 'currency'>) =>
      formatMoney(language, amountCents, currency),
    /** Why a match is one, and how well the amount fits. */
    match: ({ because, fit, differenceCents }: BankMatch) =>
      `${t(`because.${because}`)} · ${t(`fit.${fit}`, { amount: formatEuro(language, Math.abs(differenceCents)) })}`,
  }
}
