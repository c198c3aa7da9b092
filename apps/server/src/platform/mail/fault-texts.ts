import de from '@shipminer/i18n/locales/de/faults.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/faults.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/faults.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/faults.json' with { type: 'json' }
import { createTextReader } from '../texts.ts'

export type FaultTextKey = keyof typeof en

/** Reads a text of `faults.json`: what a device reports of itself. */
export const faultText = createTextReader({ nl, en, de, ro })
