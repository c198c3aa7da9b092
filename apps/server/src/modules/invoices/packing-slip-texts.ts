import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/packing-slip.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/packing-slip.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/packing-slip.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/packing-slip.json' with { type: 'json' }

const texts: Readonly<Record<Language, typeof en>> = { nl, en, de, ro }

/** The texts of a packing slip in one language. */
export function packingSlipTexts(language: Language): typeof en {
  return texts[language]
}
