import { decimalCents, xmlLeaf, xmlNode } from '../xml-text.ts'
import { accountRoles, type Chart } from './chart.ts'
import { type JournalEntry, type JournalLine, type JournalName, journals, type Vat } from './journal.ts'
import { type BookWords, isTaxAccount, vatCodeOf } from './journal-csv.ts'

/** 4.0 is what the Dutch tax office takes from 2027 on; packages import the older one too. */
export type AuditFileVersion = '3.2' | '4.0'

export type AuditFileTerms = {
  version: AuditFileVersion
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

/** As the official schemas name them. */
const namespaces: Readonly<Record<AuditFileVersion, string>> = {
  '3.2': 'http://www.auditfiles.nl/XAF/3.2',
  '4.0': 'http://www.odb.belastingdienst.nl/Belastingdienst/BCPP/1.1/structures/XmlauditfileXAF_4.0',
}

/**
 * The Dutch audit file (XML Auditfile Financieel), a part of it at a time. It holds the entries of the span alone: no opening balance,
 * because the books of the shop are a part of those of the company.
 */
export function* auditFile(entries: readonly JournalEntry[], terms: AuditFileTerms): Generator<string> {
  const { version, from, to, words, software } = terms
  const year = from.slice(0, 4)
  const lines = entries.flatMap((entry) => entry.lines)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="${namespaces[version]}">\n`
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
  yield companyHead(terms)
  yield generalLedger(terms)
  yield vatCodes(entries, terms)
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

function companyHead({ version, company }: AuditFileTerms): string {
  return [
    version === '3.2' ? xmlLeaf('companyIdent', company.kvk, 35) : xmlLeaf('Commercenr', company.kvk, 100),
    xmlLeaf('companyName', company.name, 255),
    xmlLeaf('taxRegistrationCountry', 'NL'),
    xmlLeaf('taxRegIdent', company.vatId, 30),
  ].join('')
}

function generalLedger({ version, chart, words }: AuditFileTerms): string {
  return xmlNode(
    'generalLedger',
    accountRoles.map((role) =>
      xmlNode('ledgerAccount', [
        xmlLeaf('accID', chart[role].number),
        xmlLeaf('accDesc', words.account(role), 255),
        xmlLeaf('accTp', chart[role].type === 'balance' ? 'B' : 'P'),
        version === '3.2' ? '' : xmlLeaf('RGScode', chart[role].rgs),
      ]),
    ),
  )
}

function vatCodes(entries: readonly JournalEntry[], { chart }: AuditFileTerms): string {
  const rates = new Map(entries.flatMap(({ vat }) => (vat ? [[vatCodeOf(vat), vat] as const] : [])))
  return xmlNode(
    'vatCodes',
    [...rates].map(([code, vat]) =>
      xmlNode('vatCode', [
        xmlLeaf('vatID', code),
        xmlLeaf('vatDesc', vatWords(vat)),
        xmlLeaf('vatToPayAccID', chart[isTaxedElsewhere(vat) ? 'vatElsewhere' : 'vat'].number),
      ]),
    ),
  )
}

const isTaxedElsewhere = ({ vatCase }: Vat) => vatCase === 'local' || vatCase === 'distance'

function vatWords(vat: Vat): string {
  const { percent, isReversed, vatCase, country } = vat
  if (vatCase === 'intra-community') return 'Intracommunautaire levering'
  if (vatCase === 'export') return 'Uitvoer'
  if (isReversed) return vatCase === null ? 'BTW verlegd' : `BTW verlegd ${country}`
  return isTaxedElsewhere(vat) ? `BTW ${country} ${percent} %` : `BTW ${percent} %`
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

function transaction(entry: JournalEntry, number: number, terms: AuditFileTerms): string {
  const { on, order, party, kind, source } = entry
  const text = [terms.words.entry(kind), party, order].filter(Boolean).join(' · ')
  return xmlNode('transaction', [
    xmlLeaf('nr', String(number)),
    xmlLeaf('desc', text),
    xmlLeaf('periodNumber', String(Number(on.slice(5, 7)))),
    xmlLeaf('trDt', on),
    terms.version === '3.2' ? xmlLeaf('sourceID', source, 35) : xmlLeaf('Source', source, 999),
    ...entry.lines.map((line, at) => transactionLine(entry, line, { number: at + 1, text, terms })),
  ])
}

function transactionLine(
  { on, vat, document, order, kind }: JournalEntry,
  { account, cents }: JournalLine,
  { number, text, terms }: { number: number; text: string; terms: AuditFileTerms },
): string {
  return xmlNode('trLine', [
    xmlLeaf('nr', String(number)),
    xmlLeaf('accID', terms.chart[account].number),
    xmlLeaf('docRef', document, 255),
    xmlLeaf('effDate', on),
    xmlLeaf('desc', text),
    xmlLeaf('amnt', decimalCents(Math.abs(cents))),
    xmlLeaf('amntTp', side(cents)),
    kind === 'invoice' || kind === 'credit' ? xmlLeaf('invRef', document, 255) : '',
    order === null || terms.version === '4.0' ? '' : xmlLeaf('orderRef', order, 999),
    vat === null || account === 'debtors' || isTaxAccount(account)
      ? ''
      : xmlNode('vat', [
          xmlLeaf('vatID', vatCodeOf(vat)),
          xmlLeaf('vatPerc', String(vat.percent)),
          xmlLeaf('vatAmnt', decimalCents(Math.abs(vat.cents))),
          xmlLeaf('vatAmntTp', side(-vat.cents)),
        ]),
  ])
}

const side = (cents: number) => (cents < 0 ? 'C' : 'D')

function total(lines: readonly JournalLine[], sign: 1 | -1): string {
  return decimalCents(lines.reduce((sum, { cents }) => sum + Math.max(0, sign * cents), 0))
}
