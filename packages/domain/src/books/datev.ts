import type { Chart } from './chart.ts'
import type { JournalEntry, JournalLine } from './journal.ts'
import type { BookWords } from './journal-csv.ts'

/** The numbers under which a German adviser keeps the books. */
export type DatevClient = { consultant: number; client: number }

export type DatevTerms = DatevClient & {
  /** ISO dates within one calendar year, both included. */
  from: string
  to: string
  createdAt: Date
  chart: Chart
  words: Pick<BookWords, 'entry'>
}

/**
 * The numbers of a setting, `1001/1`; null when it cannot be read.
 *
 * @example parseDatevClient('1001/1') // { consultant: 1001, client: 1 }
 */
export function parseDatevClient(text: string): DatevClient | null {
  const match = /^(\d{4,7})\/(\d{1,5})$/.exec(text.trim())
  const [consultant, client] = [Number(match?.[1]), Number(match?.[2])]
  return consultant >= 1001 && client >= 1 ? { consultant, client } : null
}

const titles = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
] as const
/** Columns of the format; those behind the ones used stay empty. */
const columns = 125

/**
 * The entries as a DATEV batch (EXTF 700, Buchungsstapel 13), a part of it at a time. Tax stands on its own account, so no line has a tax key: the accounts
 * must not be automatic ones.
 */
export function* datevBatch(entries: readonly JournalEntry[], terms: DatevTerms): Generator<string> {
  yield `${headerOf(terms)}\r\n`
  yield `${pad(titles.map(quote)).join(';')}\r\n`
  for (const entry of entries)
    yield pairLines(entry.lines)
      .map((pair) => `${pad(rowOf(entry, pair, terms)).join(';')}\r\n`)
      .join('')
}

function headerOf({ consultant, client, from, to, createdAt, chart }: DatevTerms): string {
  const compact = (text: string) => text.replaceAll(/\D/g, '')
  const digits = Math.max(4, ...Object.values(chart).map(({ number }) => number.length))
  return [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    compact(createdAt.toISOString()).slice(0, 17),
    '',
    '""',
    '""',
    '""',
    consultant,
    client,
    `${from.slice(0, 4)}0101`,
    digits,
    compact(from),
    compact(to),
    quote(`Shop ${from} - ${to}`.slice(0, 30)),
    '""',
    1,
    0,
    0,
    '"EUR"',
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ].join(';')
}

type Pair = { cents: number; debit: JournalLine['account']; credit: JournalLine['account'] }

/** A line of this format moves one amount between two accounts: an entry of several lines becomes as many pairs as it needs. */
export function pairLines(lines: readonly JournalLine[]): Pair[] {
  const left = lines.map((line) => ({ ...line }))
  const pairs: Pair[] = []
  for (;;) {
    const debit = left.find(({ cents }) => cents > 0)
    const credit = left.find(({ cents }) => cents < 0)
    if (!debit || !credit) return pairs
    const cents = Math.min(debit.cents, -credit.cents)
    pairs.push({ cents, debit: debit.account, credit: credit.account })
    debit.cents -= cents
    credit.cents += cents
  }
}

function rowOf(entry: JournalEntry, { cents, debit, credit }: Pair, { chart, words }: DatevTerms): string[] {
  const digits = String(cents).padStart(3, '0')
  const text = [words.entry(entry.kind), entry.party, entry.order].filter(Boolean).join(' ')
  return [
    `${digits.slice(0, -2)},${digits.slice(-2)}`,
    '"S"',
    '"EUR"',
    '',
    '',
    '""',
    chart[debit].number,
    chart[credit].number,
    '""',
    `${entry.on.slice(8)}${entry.on.slice(5, 7)}`,
    quote(entry.document.replaceAll(/[^\w$&%*+\-/]/g, '').slice(0, 36)),
    '""',
    '',
    quote(text.slice(0, 60)),
  ]
}

const pad = (cells: readonly string[]) => [...cells, ...Array<string>(columns - cells.length).fill('')]

const quote = (text: string) => `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`

/** Letters of Windows-1252 that are not those of Latin-1. */
const special: Readonly<Record<string, number>> = {
  '€': 0x80,
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
}

/** Text as the bytes that the format wants (Windows-1252); a letter it does not have loses its accent, or becomes a question mark. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = special[letter] ?? letter.codePointAt(0) ?? 0x3f
    if (code < 0x100) return code
    const plain = letter.normalize('NFD').codePointAt(0) ?? 0x3f
    return plain < 0x80 ? plain : 0x3f
  })
}
