import { type CsvRow, csvLine } from '../write-csv.ts'
import type { AccountRole, Chart } from './chart.ts'
import type { EntryKind, JournalEntry, JournalName, Vat } from './journal.ts'

/** Words for people, in the language of the books. */
export type BookWords = {
  account: (role: AccountRole) => string
  entry: (kind: EntryKind) => string
  journal: (name: JournalName) => string
}

/**
 * Names a rate for the books: `NL21`, `BE0R` where the buyer owes the tax of that country, `EU0` for what goes to a business in another member state,
 * `EX0` for what leaves the Union.
 */
export function vatCodeOf({ percent, isReversed, vatCase, country }: Omit<Vat, 'cents'>): string {
  if (vatCase === 'intra-community') return 'EU0'
  if (vatCase === 'export') return 'EX0'
  return isReversed ? `${country}0R` : `${country}${percent}`
}

/** Whether an account takes tax, and not what it is reckoned from. */
export const isTaxAccount = (account: AccountRole) => account === 'vat' || account === 'vatElsewhere'

/** Euro with a decimal comma. */
function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

const titles = [
  'entry_no',
  'line_no',
  'date',
  'period',
  'journal',
  'document',
  'account',
  'account_name',
  'rgs',
  'description',
  'party',
  'order_no',
  'debit',
  'credit',
  'currency',
  'amount_cents',
  'vat_code',
  'vat_cents',
  'coin',
  'coin_amount',
  'txid',
  'source',
] as const

/**
 * The journal as a table, a part of it at a time: UTF-8 with a byte order mark, semicolons and decimal commas, as spreadsheets on the continent
 * read it. `amount_cents` is the same amount for programs: whole cents, credit negative.
 */
export function* journalCsv(
  entries: readonly JournalEntry[],
  chart: Chart,
  words: Pick<BookWords, 'account' | 'entry' | 'journal'>,
): Generator<string> {
  yield `\ufeff${csvLine(titles, ';')}`
  for (const [at, entry] of entries.entries())
    yield rowsOf(entry, at + 1, chart, words)
      .map((row) => csvLine(row, ';'))
      .join('')
}

function rowsOf(
  entry: JournalEntry,
  number: number,
  chart: Chart,
  words: Pick<BookWords, 'account' | 'entry' | 'journal'>,
): CsvRow[] {
  const { on, vat, coin } = entry
  return entry.lines.map(({ account, cents }, at) => {
    const { number: accountNumber, rgs } = chart[account]
    // The tax stands beside the amount that it is reckoned from, and its code beside the tax.
    const isTaxed = vat !== null && account !== 'debtors'
    return [
      number,
      at + 1,
      on,
      on.slice(0, 7),
      words.journal(entry.journal),
      entry.document,
      accountNumber,
      words.account(account),
      rgs,
      words.entry(entry.kind),
      entry.party,
      entry.order,
      cents > 0 ? euros(cents) : '',
      cents < 0 ? euros(cents) : '',
      'EUR',
      cents,
      isTaxed ? vatCodeOf(vat) : null,
      isTaxed && !isTaxAccount(account) ? vat.cents : null,
      coin?.asset ?? null,
      coin?.amount ?? null,
      coin?.txid ?? null,
      entry.source,
    ]
  })
}
