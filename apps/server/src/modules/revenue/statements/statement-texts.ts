import de from '@shipminer/i18n/locales/de/statement.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/statement.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/statement.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/statement.json' with { type: 'json' }
import { createTextReader } from '../../../platform/texts.ts'

export type StatementTextKey = keyof typeof en

/** Reads a text of `statement.json`. */
export const statementText = createTextReader({ nl, en, de, ro })
