import de from '@shipminer/i18n/locales/de/mail.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/mail.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/mail.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/mail.json' with { type: 'json' }
import { createTextReader } from '../texts.ts'

export type MailTextKey = keyof typeof en

/** Reads a text of `mail.json`. */
export const mailText = createTextReader({ nl, en, de, ro })
