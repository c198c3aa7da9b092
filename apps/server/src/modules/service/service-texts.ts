import de from '@shipminer/i18n/locales/de/service-mail.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/service-mail.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/service-mail.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/service-mail.json' with { type: 'json' }
import { createTextReader } from '../../platform/texts.ts'

export type ServiceTextKey = keyof typeof en

/** Reads a text of `service-mail.json`. */
export const serviceText = createTextReader({ nl, en, de, ro })
