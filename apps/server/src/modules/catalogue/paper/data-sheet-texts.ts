import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/product.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/product.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/product.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/product.json' with { type: 'json' }
import { createTextReader } from '../../../platform/texts.ts'

/** The texts of a data sheet: those of the product page. */
export const sheetText = createTextReader<Record<keyof typeof en, string>>({
  nl,
  en,
  de,
  ro,
} satisfies Record<Language, unknown>)
