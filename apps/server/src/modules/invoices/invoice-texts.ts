import de from '@shipminer/i18n/locales/de/invoice.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/invoice.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/invoice.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/invoice.json' with { type: 'json' }
import { createTextReader } from '../../platform/texts.ts'

export type InvoiceTextKey = keyof typeof en

/** Reads a text of `invoice.json`. */
export const invoiceText = createTextReader({ nl, en, de, ro })
