import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/calculator.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/calculator.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/calculator.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/calculator.json' with { type: 'json' }
import { createTextReader } from '../../../platform/texts.ts'

/** The texts of a calculation: those of the calculator's page. */
export const calculationText = createTextReader<Record<keyof typeof en, string>>({
  nl,
  en,
  de,
  ro,
} satisfies Record<Language, unknown>)

export type CalculationTextKey = Parameters<typeof calculationText>[1]
