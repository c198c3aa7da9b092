import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BookFormat } from '@shipminer/contract/desk/books'
import type { Chart } from '@shipminer/domain/books/chart'
import { type DatevClient, datevBatch, windows1252 } from '@shipminer/domain/books/datev'
import type { JournalEntry } from '@shipminer/domain/books/journal'
import { journalCsv } from '@shipminer/domain/books/journal-csv'
import { type AuditFileTerms, auditFile } from '@shipminer/domain/books/xaf'
import type { Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import { sellerDay } from '../invoices/invoices.port.ts'
import { findFirstMoment, type Span } from './books.repository.ts'
import { bookWords } from './books-texts.ts'
import { type LeftOut, readBooks } from './read-entries.ts'

export type BooksDeps = {
  store: Store
  clock: () => number
  chart: Chart
  /** Null: DATEV is switched off. */
  datev: DatevClient | null
  company: { name: { value: string }; vatId: { value: string }; kvk: { value: string } }
  productName: string
  version: string
}

export type BooksFile = {
  filename: string
  type: string
  content: Uint8Array
  entries: number
  /** Sum of one side; the other is the same. */
  debitCents: number
  leftOut: LeftOut
}

/** Why there is no such file. */
export class BooksRefused extends Error {
  override readonly name = 'BooksRefused'
  readonly reason: 'span' | 'one-year' | 'off'

  constructor(reason: BooksRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const longestSpanMs = 10 * 366 * 86_400_000
/** Days beyond have no moments that a database and this program write alike. */
const [earliestDay, latestDay] = ['1900-01-01', '9998-12-31']

/** What can be exported: formats, and the first day that has anything. */
export async function describeBooks(deps: Pick<BooksDeps, 'store' | 'clock' | 'datev'>) {
  const first = await findFirstMoment(deps.store.db)
  const today = sellerDay(new Date(deps.clock()))
  const formats: BookFormat[] = ['csv', 'xaf4', 'xaf', ...(deps.datev ? (['datev'] as const) : [])]
  return { formats, firstDay: first ? sellerDay(first) : null, today }
}

/**
 * The books of a span as a file.
 *
 * @throws BooksRefused when the span or the format is not possible
 */
export async function exportBooks(
  deps: BooksDeps,
  request: Span & { format: BookFormat; language: Language },
): Promise<BooksFile> {
  const { from, to, format, language } = request
  const length = Date.parse(to) - Date.parse(from)
  if (!(length >= 0) || length > longestSpanMs || from < earliestDay || to > latestDay)
    throw new BooksRefused(
      'span',
      `the last day is before the first or more than ten years after it, or the days are not between ${earliestDay} and ${latestDay}`,
    )
  if (format !== 'csv' && from.slice(0, 4) !== to.slice(0, 4))
    throw new BooksRefused('one-year', `a file of ${format} holds one calendar year`)
  // All of one moment: a payment that arrives in between is in none of it.
  const { entries, leftOut } = await deps.store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readBooks(trx, { from, to }))
  const name = `books-${from}-${to}`
  const file = (filename: string, type: string, content: Uint8Array): BooksFile => ({
    filename,
    type,
    content,
    entries: entries.length,
    debitCents: entries.reduce((sum, { lines }) => sum + sumDebit(lines), 0),
    leftOut,
  })
  const words = bookWords(language)
  if (format === 'csv')
    return file(`${name}.csv`, 'text/csv', Buffer.from(await join(journalCsv(entries, deps.chart, words))))
  const at = new Date(deps.clock())
  if (format === 'xaf' || format === 'xaf4') {
    const { company, productName, version, chart } = deps
    const terms: AuditFileTerms = {
      version: format === 'xaf' ? '3.2' : '4.0',
      from,
      to,
      createdOn: sellerDay(at),
      company: { name: company.name.value, vatId: company.vatId.value, kvk: company.kvk.value },
      software: { name: productName, version },
      chart,
      words,
    }
    return file(`${name}.xaf`, 'application/xml', Buffer.from(await join(auditFile(entries, terms))))
  }
  if (!deps.datev) throw new BooksRefused('off', 'BOOKS_DATEV is not set')
  const batch = datevBatch(entries, { ...deps.datev, from, to, createdAt: at, chart: deps.chart, words })
  return file(`EXTF_${name}.csv`, 'text/csv', windows1252(await join(batch)))
}

const sumDebit = (lines: JournalEntry['lines']) =>
  lines.reduce((sum, { cents }) => sum + Math.max(0, cents), 0)

/** How many parts are written before others get their turn. */
const partsAtOnce = 200

async function join(parts: Iterable<string>): Promise<string> {
  const all: string[] = []
  for (const part of parts) {
    all.push(part)
    if (all.length % partsAtOnce === 0) await nextTurn()
  }
  return all.join('')
}
