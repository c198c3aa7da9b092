import { type RawBuilder, sql } from 'kysely'

/** What a search means: words that must all begin a word of what is found, and an amount of euros if it can be read as one. */
type SearchTerms = {
  /** For `to_tsquery('simple', …)`; null: there is no word in it. */
  query: string | null
  /** For `hasWords`; none: there is no word in it. */
  words: string[]
  amountCents: number | null
}

const digitsOfNumber = 6

/** Letters of four bytes, of which the database makes no words. */
const wideLetters = /[\u{10000}-\u{10ffff}]/gu

/**
 * Words lose every sign and accent, as they do in the index. A short number may also be the end of an order's or invoice's number, which has six
 * digits: "31" finds SM-2026-000031.
 *
 * @example searchTerms('joh 31') // { query: 'joh:* & (31:* | 000031)', words: ['joh', '31'], amountCents: null }
 */
export function searchTerms(text: string): SearchTerms {
  const words =
    withoutAccents(text)
      .replaceAll(wideLetters, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const query = words.map((word) => {
    const number = endOfNumber(word)
    return number === null ? `${word}:*` : `(${word}:* | ${number})`
  })
  return { query: query.length === 0 ? null : query.join(' & '), words, amountCents: amountOf(text) }
}

/** Whether all of the words are in a text that `list_words` of the database made, as they would be found by the query. */
export const hasWords = (of: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => {
      const begins = sql`${of} LIKE ${`% ${word}%`}`
      const number = endOfNumber(word)
      return number === null ? begins : sql`(${begins} OR ${of} LIKE ${`% ${number} %`})`
    }),
    sql` AND `,
  )})`

const endOfNumber = (word: string): string | null =>
  /^[0-9]{1,5}$/.test(word) ? word.padStart(digitsOfNumber, '0') : null

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
}

/** Euros as people write them: `17.500`, `17500,00`, `€ 250`; null for anything else. */
function amountOf(text: string): number | null {
  const written = text.replaceAll(/[€\s]|eur(o)?/gi, '')
  const parts = /^(\d{1,3}(?:[.,]\d{3})*|\d{1,8})(?:[.,](\d{2}))?$/.exec(written)
  if (!parts?.[1]) return null
  return Number(parts[1].replaceAll(/[.,]/g, '')) * 100 + Number(parts[2] ?? 0)
}
