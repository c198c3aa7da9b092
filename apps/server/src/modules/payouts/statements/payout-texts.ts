import de from '@shipminer/i18n/locales/de/payout-statement.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/payout-statement.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/payout-statement.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/payout-statement.json' with { type: 'json' }
import { createTextReader } from '../../../platform/texts.ts'

export type PayoutTextKey = keyof typeof en

/** Reads a text of `payout-statement.json`. */
export const payoutText = createTextReader({ nl, en, de, ro })
