import { accountRoles, type Chart } from './chart.ts'
import { type JournalEntry, type JournalLine, type JournalName, journals } from './journal.ts'
import { type BookWords, vatCodeOf } from './journal-csv.ts'

export type AuditFileTerms = {
  /** ISO dates within one calendar year, both included. */
  from: string
  to: string
  createdOn: string
  company: { name: string; vatId: string; kvk: string }
  software: { name: string; version: string }
  chart: Chart
  words: BookWords
}

/** The kinds of journal that the format knows: sales, bank, memorial, other. */
const journalTypes: Readonly<Record<JournalName, string>> = {
  sales: 'S',
  bank: 'B',
  coins: 'Z',
  pools: 'Z',
  memo: 'M',
}

/**
 * The Dutch audit file (XML Auditfile Financieel), version 3.2, a part of it at a time. It holds the entries of the span alone: no opening balance,
 * because the books of the shop are a part of those of the company.
 */
export function* auditFile(entries: readonly JournalEntry[], terms: AuditFileTerms): Generator<string> {
  const { from, to, chart, words, company, software } = terms
  const year = from.slice(0, 4)
  const lines = entries.flatMap((entry) => entry.lines)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="http://www.auditfiles.nl/XAF/3.2">\n`
  yield node('header', [
    leaf('fiscalYear', year),
    leaf('startDate', from),
    leaf('endDate', to),
    leaf('curCode', 'EUR'),
    leaf('dateCreated', terms.createdOn),
    leaf('softwareDesc', software.name, 50),
    leaf('softwareVersion', software.version, 20),
  ])
  yield '<company>\n'
  yield leaf('companyIdent', company.kvk, 35)
  yield leaf('companyName', company.name, 999)
  yield leaf('taxRegistrationCountry', 'NL')
  yield leaf('taxRegIdent', company.vatId, 30)
  yield node(
    'generalLedger',
    accountRoles.map((role) =>
      node('ledgerAccount', [
        leaf('accID', chart[role].number),
        leaf('accDesc', words.account(role), 999),
        leaf('accTp', chart[role].type === 'balance' ? 'B' : 'P'),
      ]),
    ),
  )
  const rates = new Map(entries.flatMap(({ vat }) => (vat ? [[vatCodeOf(vat), vat] as const] : [])))
  yield node(
    'vatCodes',
    [...rates].map(([code, { percent, isReversed }]) =>
      node('vatCode', [
        leaf('vatID', code),
        leaf('vatDesc', isReversed ? 'BTW verlegd' : `BTW ${percent} %`),
        leaf('vatToPayAccID', chart.vat.number),
      ]),
    ),
  )
  yield node('periods', periodsOf(year))
  yield '<transactions>\n'
  yield leaf('linesCount', String(lines.length))
  yield leaf('totalDebit', total(lines, 1))
  yield leaf('totalCredit', total(lines, -1))
  const numbered = entries.map((entry, at) => ({ entry, number: at + 1 }))
  for (const journal of journals) {
    yield `<journal>\n${leaf('jrnID', journal)}${leaf('desc', words.journal(journal))}${leaf('jrnTp', journalTypes[journal])}`
    for (const { entry, number } of numbered)
      if (entry.journal === journal) yield transaction(entry, number, terms)
    yield '</journal>\n'
  }
  yield '</transactions>\n</company>\n</auditfile>\n'
}

function periodsOf(year: string): string[] {
  return Array.from({ length: 12 }, (_, month) => {
    const last = new Date(Date.UTC(Number(year), month + 1, 0)).toISOString().slice(0, 10)
    return node('period', [
      leaf('periodNumber', String(month + 1)),
      leaf('startDatePeriod', `${last.slice(0, 7)}-01`),
      leaf('endDatePeriod', last),
    ])
  })
}

function transaction(entry: JournalEntry, number: number, { chart, words }: AuditFileTerms): string {
  const { on, vat, document, order, party, kind } = entry
  const text = [words.entry(kind), party, order].filter(Boolean).join(' · ')
  return node('transaction', [
    leaf('nr', String(number)),
    leaf('desc', text),
    leaf('periodNumber', String(Number(on.slice(5, 7)))),
    leaf('trDt', on),
    leaf('sourceID', entry.source, 35),
    ...entry.lines.map(({ account, cents }, at) =>
      node('trLine', [
        leaf('nr', String(at + 1)),
        leaf('accID', chart[account].number),
        leaf('docRef', document, 999),
        leaf('effDate', on),
        leaf('desc', text),
        leaf('amnt', decimal(Math.abs(cents))),
        leaf('amntTp', side(cents)),
        kind === 'invoice' || kind === 'credit' ? leaf('invRef', document, 999) : '',
        order === null ? '' : leaf('orderRef', order, 999),
        vat === null || account === 'debtors' || account === 'vat'
          ? ''
          : node('vat', [
              leaf('vatID', vatCodeOf(vat)),
              leaf('vatPerc', String(vat.percent)),
              leaf('vatAmnt', decimal(Math.abs(vat.cents))),
              leaf('vatAmntTp', side(-vat.cents)),
            ]),
      ]),
    ),
  ])
}

const side = (cents: number) => (cents < 0 ? 'C' : 'D')

function total(lines: readonly JournalLine[], sign: 1 | -1): string {
  return decimal(lines.reduce((sum, { cents }) => sum + Math.max(0, sign * cents), 0))
}

/** Cents as a number with a dot. */
function decimal(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const node = (name: string, children: readonly string[]) => `<${name}>\n${children.join('')}</${name}>\n`

function leaf(name: string, text: string, longest = 9999): string {
  return `<${name}>${xmlText(text, longest)}</${name}>\n`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that XML accepts, at most so long. */
function xmlText(text: string, longest: number): string {
  return [...text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')]
    .slice(0, longest)
    .join('')
    .replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)
}
