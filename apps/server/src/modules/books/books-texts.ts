import type { BookWords } from '@shipminer/domain/books/journal-csv'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/books.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/books.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/books.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/books.json' with { type: 'json' }
import { createTextReader } from '../../platform/texts.ts'

const read = createTextReader({ nl, en, de, ro })

/** Words of the journal in a language. */
export function bookWords(language: Language): BookWords {
  return {
    account: (role) => read(language, `account.${role}`),
    entry: (kind) => read(language, `entry.${kind}`),
    journal: (name) => read(language, `journal.${name}`),
  }
}
