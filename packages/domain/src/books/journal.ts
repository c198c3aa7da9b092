import type { VatCase } from '../orders/vat/vat-case.ts'
import type { AccountRole } from './chart.ts'

export const journals = ['sales', 'bank', 'coins', 'pools', 'memo'] as const
export type JournalName = (typeof journals)[number]

/** What an entry is about; the words for it are texts. */
export const entryKinds = [
  'invoice',
  'prepayment',
  'credit',
  'delivery',
  'bank-in',
  'bank-out',
  'bank-booking',
  'hand-booking',
  'coin-in',
  'coin-booking',
  'coin-difference',
  'refund-due',
  'refund-dropped',
  'refund-paid',
  'pool-income',
  'pool-direct',
  'payout',
  'payout-fee',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** Signed: debit is positive, credit negative. */
export type JournalLine = { account: AccountRole; cents: number }

/** `vatCase` null: from before treatments had names. `country`: whose VAT it is, ISO. */
export type Vat = {
  percent: number
  isReversed: boolean
  vatCase: VatCase | null
  country: string
  cents: number
}

/** An amount in coin, as a decimal number, and where it can be looked up. */
export type CoinFact = { asset: string; amount: string; txid: string | null }

export type JournalEntry = {
  /** Names what it was made from, the same in every export: `invoice:INV-2026-000001`. */
  source: string
  kind: EntryKind
  journal: JournalName
  /** ISO date, of the seller's calendar. */
  on: string
  /** Number or reference that a person finds the paper by. */
  document: string
  order: string | null
  /** Who paid or was paid. */
  party: string | null
  coin: CoinFact | null
  /** On documents of sales. */
  vat: Vat | null
  /** Balanced: they add up to nothing. */
  lines: JournalLine[]
}

export const sumCents = (lines: readonly JournalLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** An entry without the lines that move nothing; null when nothing is left. @throws RangeError when it does not balance */
export function balancedEntry(entry: JournalEntry): JournalEntry | null {
  const lines = entry.lines.filter(({ cents }) => cents !== 0)
  if (sumCents(lines) !== 0 || lines.some(({ cents }) => !Number.isSafeInteger(cents)))
    throw new RangeError(`the entry ${entry.source} does not balance`)
  return lines.length === 0 ? null : { ...entry, lines }
}

/** By day, then by what they were made from, so that the same books always come out the same. */
export function sortEntries(entries: readonly JournalEntry[]): JournalEntry[] {
  const key = ({ on, source }: JournalEntry) => `${on} ${source}`
  return entries.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}
