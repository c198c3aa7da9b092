import de from '@shipminer/i18n/locales/de/offer.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/offer.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/offer.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/offer.json' with { type: 'json' }
import { createTextReader } from '../../platform/texts.ts'

/** Reads a text of `offer.json`. */
export const offerText = createTextReader({ nl, en, de, ro })
