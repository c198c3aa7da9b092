import { parseIban } from '@shipminer/domain/payments/bank/iban'
import { isDay, realReference, type StatementLine, type StatementReading } from './bank-entry.ts'

type Field = { tag: string; text: string }

/**
 * Reads MT940 statements as ING, Rabobank and ABN AMRO write them: with or without the envelope in braces, several in one file, texts
 * structured by words between slashes, or free. Their references are often missing or cut, so an MT940 entry is never trusted more than a
 * CAMT entry.
 *
 * @param ownIban the account whose statements are accepted; files that name it by its national number are read as this one
 */
export function readMt940(text: string, ownIban: string | null): StatementReading {
  const fields = fieldsOf(text)
  const lines: StatementLine[] = []
  const accounts: string[] = []
  const statementIds: string[] = []
  let account: string | null = null
  let id = ''
  for (const [index, { tag, text: value }] of fields.entries()) {
    if (tag === '20') {
      id = value.trim()
      account = null
    }
    if (tag === '25') {
      account = accountOf(value, ownIban)
      if (account === null) return { ok: false, reason: 'the statement names no account' }
      accounts.push(account)
    }
    if (tag === '28C' || tag === '28') {
      id = `${id} ${value.trim()}`.trim()
      statementIds.push(id)
    }
    if (tag !== '61') continue
    const next = fields[index + 1]
    if (account === null) return { ok: false, reason: 'the statement names no account' }
    const line = readLine(value, next?.tag === '86' ? next.text : '', {
      accountIban: account,
      statementId: id,
      currency: currencyOf(fields.slice(0, index)),
    })
    if (typeof line === 'string') return { ok: false, reason: line }
    lines.push(line)
  }
  if (accounts.length === 0) return { ok: false, reason: 'this is not a statement' }
  return { ok: true, statementIds, accounts, lines, notBooked: 0 }
}

/** Whether a text looks like MT940: the fields every statement has. */
export function isMt940(text: string): boolean {
  return /(^|[\r\n}:])\s*:20:/.test(text) && /[\r\n]:25P?:/.test(text)
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const row of text.split(/\r\n|\r|\n/)) {
    const start = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(row)
    const last = fields.at(-1)
    if (start) fields.push({ tag: (start[1] ?? '').replace(/^25P$/, '25'), text: start[2] ?? '' })
    else if (/^-\}?$|^\{/.test(row.trimEnd())) continue
    else if (last) last.text += `\n${row}`
  }
  return fields
}

/** As long as SWIFT lets field 25 be. */
const longestAccount = 35

/**
 * An IBAN, with or without the currency behind it; our own account when the file names it by its national number; otherwise the text as it
 * is.
 */
function accountOf(text: string, ownIban: string | null): string | null {
  const first = text.trim().split(/\s/)[0] ?? ''
  const iban = parseIban(first) ?? parseIban(first.replace(/[A-Z]{3}$/, ''))
  if (iban !== null) return iban
  const digits = first.replace(/^[A-Z]+\//, '').replace(/[^0-9]/g, '')
  if (digits.length < 7) return null
  const isOwn = ownIban?.slice(4).endsWith(digits.padStart(10, '0')) ?? false
  return isOwn ? ownIban : first.slice(0, longestAccount)
}

/** Currency of the newest opening balance before a line. */
function currencyOf(before: readonly Field[]): string {
  const opening = before.findLast(({ tag }) => tag === '60F' || tag === '60M')
  return /^[CD]\d{6}([A-Z]{3})/.exec(opening?.text ?? '')?.[1] ?? 'EUR'
}

/**
 * Value date, booking date, direction, a letter without meaning, amount, kind, the customer's reference and the bank's; further text on a
 * second row.
 */
const linePattern =
  /^(\d{6})(\d{4})?(RC|RD|C|D)[A-Z]?0*(\d{1,12})(?:,(\d{0,2}))?[A-Z][\w ]{3}([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/

function readLine(
  text: string,
  description: string,
  context: Pick<StatementLine, 'accountIban' | 'statementId' | 'currency'>,
): StatementLine | string {
  const match = linePattern.exec(text.trimEnd())
  if (!match) return 'an entry has no amount'
  const [, valued = '', booked, mark = '', euros = '', cents = '', own = '', bank = '', more = ''] = match
  const bookedOn = dayOf(valued, booked)
  if (!isDay(bookedOn)) return 'an entry has no booking date'
  const amount = Number(`${euros}${cents.padEnd(2, '0')}`)
  const isIn = mark === 'C' || mark === 'RD'
  const words = wordsOf(description)
  return {
    ...context,
    bookedOn,
    amountCents: isIn ? amount : -amount,
    reference: null,
    remittance: words.remittance,
    counterpartyName: words.name ?? (own.slice(16).trim() || null),
    counterpartyIban: words.iban ?? parseIban(more.trim().split(/\s/)[0] ?? ''),
    bankReference: realReference(bank),
    transactionReference: null,
    endToEndId: realReference(words.endToEnd ?? own.slice(0, 16)),
    batchTotalCents: null,
    isReturn: mark.startsWith('R') || description.replaceAll('\n', '').includes('/RTRN/'),
    source: 'mt940',
  }
}

/** The year is the value date's, except for a booking around New Year. */
function dayOf(valued: string, booked: string | undefined): string {
  const year = 2000 + Number(valued.slice(0, 2))
  const [month, day] = booked ? [booked.slice(0, 2), booked.slice(2)] : [valued.slice(2, 4), valued.slice(4)]
  const valueMonth = Number(valued.slice(2, 4))
  const shift = valueMonth === 12 && month === '01' ? 1 : valueMonth === 1 && month === '12' ? -1 : 0
  return `${year + shift}-${month}-${day}`
}

/** Words that stand between slashes, in the dialects of the three banks. */
const knownWords =
  'TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|CNTP|BENM|ORDP|RTRN|CSID|MARF|SVCL|PURP|ULTD|ULTC|ISDT|ADDR|ID|PREF|PMTI|CDTRREFTP|CDTRREF|ULTB'

function wordsOf(description: string): {
  remittance: string
  name: string | null
  iban: string | null
  endToEnd: string | null
} {
  // Rows are cut in the middle of words, so they are joined without a space; free text keeps its rows apart.
  const joined = description.replaceAll('\n', '')
  const isWorded = new RegExp(`^/(${knownWords})/`).test(joined)
  if (!isWorded) {
    const free = description.replaceAll('\n', ' ').replace(/\s+/g, ' ').trim()
    return { remittance: free, name: null, iban: ibanWithin(free), endToEnd: null }
  }
  const pieces = joined.split(new RegExp(`/(${knownWords})/`)).slice(1)
  const words = new Map<string, string>()
  for (let at = 0; at < pieces.length; at += 2) {
    const [word = '', value = ''] = [pieces[at], pieces[at + 1]?.replace(/\/+$/, '').trim()]
    if (value !== '' && !words.has(word)) words.set(word, value)
  }
  const [cntpIban = '', , cntpName = ''] = (words.get('CNTP') ?? '').split('/')
  const name = words.get('NAME') ?? cntpName
  return {
    // The words that may hold a reference, in order of precedence; SEPA marks what is structured.
    remittance: ['REMI', 'CDTRREF', 'RTRN'].flatMap((word) => words.get(word) ?? []).join(' '),
    name: name === '' ? null : name,
    iban: parseIban(words.get('IBAN') ?? cntpIban),
    endToEnd: words.get('EREF') ?? null,
  }
}

function ibanWithin(text: string): string | null {
  for (const [candidate] of text.matchAll(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g)) {
    const iban = parseIban(candidate)
    if (iban !== null) return iban
  }
  return null
}
