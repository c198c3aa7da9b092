import { createHash } from 'node:crypto'
import type { StatementLine } from './bank-entry.ts'

/** A line with the key under which it is stored. */
export type BankEntry = StatementLine & {
  /** The same in every statement that contains the line. */
  entryKey: string
}

/** What is stored of a line that was imported before. */
export type KeptEntry = Pick<
  StatementLine,
  'accountIban' | 'bookedOn' | 'amountCents' | 'currency' | 'reference' | 'remittance' | 'counterpartyIban'
> & {
  entryKey: string
  bankReference: string | null
  transactionReference: string | null
  batchTotalCents: number | null
  source: StatementLine['source']
}

/**
 * `known`: certainly imported before; `suspect`: looks like one that was, and a person has to decide; `new`: the rest.
 */
export type Newness = 'new' | 'known' | 'suspect'

const keyVersion = 'v2'

/**
 * Gives every line of a file its key: a digest of all that identifies it, with a counter for true twins. The position in the file, the
 * file's name and the statement's number are not part of it, so overlapping exports of whole days yield the same keys. A notification tells parts of a
 * day: where the bank gives its entries no reference, they carry the notification's mark, so that two of a day with equal entries can be distinguished.
 */
export function identifyLines(lines: readonly StatementLine[]): BankEntry[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const said = `${digestOf(line)} ${markOf(line)}`
    const count = (counts.get(said) ?? 0) + 1
    counts.set(said, count)
    return { ...line, entryKey: `${keyVersion} ${line.accountIban} ${said}${count}` }
  })
}

function markOf({ isNotification, bankReference, transactionReference, statementId }: StatementLine): string {
  if (!isNotification || bankReference !== null || transactionReference !== null) return ''
  return `n${createHash('sha256').update(statementId).digest('hex').slice(0, 12)} `
}

/** Both say the same, and at most one of them is marked by a notification: a whole day contains what a notification of it tells. */
function isSameUnlessApart(row: KeptEntry, entry: BankEntry): boolean {
  const [one, other] = [row.entryKey, entry.entryKey].map((key) => / (n[0-9a-f]+ )?\d+$/.exec(key))
  if (!one || !other || (one[1] && other[1])) return false
  return row.entryKey.slice(0, one.index) === entry.entryKey.slice(0, other.index)
}

function digestOf(line: StatementLine): string {
  const { accountIban, bookedOn, amountCents, currency, bankReference, transactionReference, endToEndId } =
    line
  const said = [accountIban, bookedOn, amountCents, currency, bankReference, transactionReference, endToEndId]
  const text = JSON.stringify([...said, line.reference, line.counterpartyIban, plain(line.remittance)])
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

/**
 * Separates what is new in a file from what was imported before: an entry with the same key is known, and so is one with the same reference
 * of the bank. Everything else that could be the same money in another form (another format, a batch and its parts, an entry that moved to
 * another day) is suspect: it is stored, and never booked without a person.
 *
 * @param kept everything that was imported of the accounts and days of the file, and every entry with one of its bank references
 */
export function classifyEntries(entries: readonly BankEntry[], kept: readonly KeptEntry[]): Newness[] {
  const free = new Map(kept.map((row) => [row.entryKey, row]))
  const seen = new Set<string>()
  const result = entries.map((entry): Newness | null => (free.delete(entry.entryKey) ? 'known' : null))
  const claim = (row: KeptEntry | undefined) => row !== undefined && free.delete(row.entryKey)
  const index = indexKept([...free.values()])
  entries.forEach((entry, at) => {
    if (result[at] !== null) return
    const candidates = index(entry).filter(({ entryKey }) => free.has(entryKey))
    const isSame = (row: KeptEntry) =>
      isSameByContent(row, entry) || isSameByReference(row, entry) || isSameUnlessApart(row, entry)
    if (claim(candidates.find(isSame))) result[at] = 'known'
  })
  // The bank uses its own reference once: two lines with the same one in one file may mean one entry.
  const isRepeated = entries.map((entry) => {
    if (entry.bankReference === null || entry.batchTotalCents !== null) return false
    const said = digestOf(entry)
    return seen.size === seen.add(said).size
  })
  // Rows matched as a whole batch stay available for its other parts.
  return entries.map((entry, at): Newness => {
    const settled = result[at]
    if (settled) return settled
    if (isRepeated[at]) return 'suspect'
    const candidates = index(entry)
    if (candidates.some((row) => isBatchOf(row, entry) && isSameBank(row, entry))) return 'known'
    return candidates.some((row) => isSuspect(row, entry, free.has(row.entryKey))) ? 'suspect' : 'new'
  })
}

/** Rows that may be related to an entry: of its day, or with its bank reference. */
function indexKept(rows: readonly KeptEntry[]): (entry: BankEntry) => KeptEntry[] {
  const dayOf = ({ accountIban, bookedOn, currency }: KeptEntry | BankEntry) =>
    `${accountIban} ${bookedOn} ${currency}`
  const byDay = Map.groupBy(rows, dayOf)
  const byReference = Map.groupBy(rows, ({ bankReference }) => bankReference ?? '')
  return (entry) => {
    const sameDay = byDay.get(dayOf(entry)) ?? []
    if (entry.bankReference === null) return sameDay
    const sameReference = byReference.get(entry.bankReference) ?? []
    return [...new Set([...sameDay, ...sameReference])].filter(
      ({ accountIban }) => accountIban === entry.accountIban,
    )
  }
}

const isSameMovement = (row: KeptEntry, entry: BankEntry) =>
  row.bookedOn === entry.bookedOn && row.amountCents === entry.amountCents && row.currency === entry.currency

const isSameText = (row: KeptEntry, entry: BankEntry) =>
  plain(`${row.reference ?? ''}${row.remittance}`) === plain(`${entry.reference ?? ''}${entry.remittance}`)

/** Stored before entries had their present keys: all that was stored of both is equal. */
function isSameByContent(row: KeptEntry, entry: BankEntry): boolean {
  return (
    !row.entryKey.startsWith(`${keyVersion} `) &&
    isSameMovement(row, entry) &&
    row.counterpartyIban === entry.counterpartyIban &&
    isSameText(row, entry)
  )
}

/** Both have the same reference of the bank, and nothing that both state differs. */
function isSameByReference(row: KeptEntry, entry: BankEntry): boolean {
  return (
    isSameBank(row, entry) &&
    isSameMovement(row, entry) &&
    isCompatible(row.transactionReference, entry.transactionReference) &&
    isCompatible(row.counterpartyIban, entry.counterpartyIban) &&
    (isSameText(row, entry) ||
      row.source !== entry.source ||
      row.remittance === '' ||
      entry.remittance === '')
  )
}

const isSameBank = (row: KeptEntry, entry: BankEntry) =>
  row.bankReference !== null && row.bankReference === entry.bankReference

const isCompatible = (one: string | null, other: string | null) =>
  one === null || other === null || one === other

/** One of the two is a batch, and the other a part of it. */
function isBatchOf(row: KeptEntry, entry: BankEntry): boolean {
  if (row.bookedOn !== entry.bookedOn) return false
  const isPartOfRow = entry.batchTotalCents === row.amountCents && row.batchTotalCents === null
  const hasRowAsPart = row.batchTotalCents === entry.amountCents && entry.batchTotalCents === null
  return isPartOfRow || hasRowAsPart
}

/** @param isFree no other line in the file was matched to this row */
function isSuspect(row: KeptEntry, entry: BankEntry, isFree: boolean): boolean {
  const areBothNamed = row.bankReference !== null && entry.bankReference !== null
  if (isBatchOf(row, entry) && !areBothNamed) return true
  if (!isFree) return false
  // The same reference of the bank, used for other money or another day; parts of one batch share theirs.
  if (isSameBank(row, entry) && row.batchTotalCents === null && entry.batchTotalCents === null) return true
  if (!isSameMovement(row, entry) || !isCompatible(row.counterpartyIban, entry.counterpartyIban)) return false
  if (row.source !== entry.source) return true
  const isOfOldKeys = !row.entryKey.startsWith(`${keyVersion} `)
  return (isOfOldKeys || !areBothNamed) && isSameText(row, entry)
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}
