import { decimalCents, xmlLeaf, xmlNode } from '../xml-text.ts'
import { accountRoles, type Chart } from './chart.ts'
import { type JournalEntry, type JournalLine, type JournalName, journals, type Vat } from './journal.ts'
import { type BookWords, isTaxAccount, vatCodeOf } from './journal-csv.ts'

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
  yield xmlNode('header', [
    xmlLeaf('fiscalYear', year),
    xmlLeaf('startDate', from),
    xmlLeaf('endDate', to),
    xmlLeaf('curCode', 'EUR'),
    xmlLeaf('dateCreated', terms.createdOn),
    xmlLeaf('softwareDesc', software.name, 50),
    xmlLeaf('softwareVersion', software.version, 20),
  ])
  yield '<company>\n'
  yield xmlLeaf('companyIdent', company.kvk, 35)
  yield xmlLeaf('companyName', company.name, 999)
  yield xmlLeaf('taxRegistrationCountry', 'NL')
  yield xmlLeaf('taxRegIdent', company.vatId, 30)
  yield xmlNode(
    'generalLedger',
    accountRoles.map((role) =>
      xmlNode('ledgerAccount', [
        xmlLeaf('accID', chart[role].number),
        xmlLeaf('accDesc', words.account(role), 999),
        xmlLeaf('accTp', chart[role].type === 'balance' ? 'B' : 'P'),
      ]),
    ),
  )
  const rates = new Map(entries.flatMap(({ vat }) => (vat ? [[vatCodeOf(vat), vat] as const] : [])))
  yield xmlNode(
    'vatCodes',
    [...rates].map(([code, vat]) =>
      xmlNode('vatCode', [
        xmlLeaf('vatID', code),
        xmlLeaf('vatDesc', vatWords(vat)),
        xmlLeaf('vatToPayAccID', chart[taxedElsewhere(vat) ? 'vatElsewhere' : 'vat'].number),
      ]),
    ),
  )
  yield xmlNode('periods', periodsOf(year))
  yield '<transactions>\n'
  yield xmlLeaf('linesCount', String(lines.length))
  yield xmlLeaf('totalDebit', total(lines, 1))
  yield xmlLeaf('totalCredit', total(lines, -1))
  const numbered = entries.map((entry, at) => ({ entry, number: at + 1 }))
  for (const journal of journals) {
    yield `<journal>\n${xmlLeaf('jrnID', journal)}${xmlLeaf('desc', words.journal(journal))}${xmlLeaf('jrnTp', journalTypes[journal])}`
    for (const { entry, number } of numbered)
      if (entry.journal === journal) yield transaction(entry, number, terms)
    yield '</journal>\n'
  }
  yield '</transactions>\n</company>\n</auditfile>\n'
}

const taxedElsewhere = ({ vatCase }: Vat) => vatCase === 'local' || vatCase === 'distance'

function vatWords(vat: Vat): string {
  const { percent, isReversed, vatCase, country } = vat
  if (vatCase === 'intra-community') return 'Intracommunautaire levering'
  if (vatCase === 'export') return 'Uitvoer'
  if (isReversed) return vatCase === null ? 'BTW verlegd' : `BTW verlegd ${country}`
  return taxedElsewhere(vat) ? `BTW ${country} ${percent} %` : `BTW ${percent} %`
}

function periodsOf(year: string): string[] {
  return Array.from({ length: 12 }, (_, month) => {
    const last = new Date(Date.UTC(Number(year), month + 1, 0)).toISOString().slice(0, 10)
    return xmlNode('period', [
      xmlLeaf('periodNumber', String(month + 1)),
      xmlLeaf('startDatePeriod', `${last.slice(0, 7)}-01`),
      xmlLeaf('endDatePeriod', last),
    ])
  })
}

function transaction(entry: JournalEntry, number: number, { chart, words }: AuditFileTerms): string {
  const { on, vat, document, order, party, kind } = entry
  const text = [words.entry(kind), party, order].filter(Boolean).join(' · ')
  return xmlNode('transaction', [
    xmlLeaf('nr', String(number)),
    xmlLeaf('desc', text),
    xmlLeaf('periodNumber', String(Number(on.slice(5, 7)))),
    xmlLeaf('trDt', on),
    xmlLeaf('sourceID', entry.source, 35),
    ...entry.lines.map(({ account, cents }, at) =>
      xmlNode('trLine', [
        xmlLeaf('nr', String(at + 1)),
        xmlLeaf('accID', chart[account].number),
        xmlLeaf('docRef', document, 999),
        xmlLeaf('effDate', on),
        xmlLeaf('desc', text),
        xmlLeaf('amnt', decimalCents(Math.abs(cents))),
        xmlLeaf('amntTp', side(cents)),
        kind === 'invoice' || kind === 'credit' ? xmlLeaf('invRef', document, 999) : '',
        order === null ? '' : xmlLeaf('orderRef', order, 999),
        vat === null || account === 'debtors' || isTaxAccount(account)
          ? ''
          : xmlNode('vat', [
              xmlLeaf('vatID', vatCodeOf(vat)),
              xmlLeaf('vatPerc', String(vat.percent)),
              xmlLeaf('vatAmnt', decimalCents(Math.abs(vat.cents))),
              xmlLeaf('vatAmntTp', side(-vat.cents)),
            ]),
      ]),
    ),
  ])
}

const side = (cents: number) => (cents < 0 ? 'C' : 'D')

function total(lines: readonly JournalLine[], sign: 1 | -1): string {
  return decimalCents(lines.reduce((sum, { cents }) => sum + Math.max(0, sign * cents), 0))
}
