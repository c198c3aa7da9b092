import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bookBankEntry, bookDocument } from '@shipminer/domain/books/book-orders'
import { defaultChart, parseChart } from '@shipminer/domain/books/chart'
import { datevBatch, pairLines, parseDatevClient, windows1252 } from '@shipminer/domain/books/datev'
import type { JournalEntry } from '@shipminer/domain/books/journal'
import { journalCsv } from '@shipminer/domain/books/journal-csv'
import { type AuditFileVersion, auditFile } from '@shipminer/domain/books/xaf'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'

const words = {
  account: (role: string) => `acc ${role}`,
  entry: (kind: string) => `kind ${kind}`,
  journal: (name: string) => `jrn ${name}`,
}
const entries: JournalEntry[] = [
  ...bookDocument({
    number: 'INV-2026-000001',
    kind: 'invoice',
    order: 'SM-2026-000001',
    party: '=Łódź & "Zonen"',
    on: '2026-05-01',
    atMs: 1,
    netCents: 1_446_281,
    vatCents: 303_719,
    vat: { percent: 21, isReversed: false, vatCase: 'fitted', country: 'NL' },
    creditedAtMs: null,
    deliveredAtMs: 2,
    deliveredOn: '2026-06-01',
  }),
  ...bookBankEntry({
    id: '7',
    statementId: 'S;1',
    on: '2026-05-03',
    cents: -5,
    party: null,
    isOutgoing: true,
  }),
]
const span = { from: '2026-01-01', to: '2026-12-31', chart: defaultChart, words }

test('the journal as a table: balanced, with words, formulas made harmless', () => {
  const rows = [...journalCsv(entries, defaultChart, words)].join('').trimEnd().split('\r\n')
  expect(rows[0]).toMatch(/^\ufeffentry_no;line_no;date;period;journal;document;account;/)
  expect(rows).toHaveLength(1 + 3 + 2 + 2)
  expect(rows[2]).toBe(
    `1;2;2026-05-01;2026-05;jrn sales;INV-2026-000001;1700;acc prepaid;BSch;kind invoice;"'=Łódź & ""Zonen""";SM-2026-000001;;14462,81;EUR;-1446281;NL21;303719;;;;invoice:INV-2026-000001`,
  )
  expect(rows[6]).toContain(';"S;1";1100;acc bank;BLim;kind bank-out;;;;0,05;EUR;-5;')
  const amounts = rows.slice(1).map((row) => Number(/;EUR;(-?\d+);/.exec(row)?.[1]))
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(0)
})

const audit = (version: AuditFileVersion) =>
  [
    ...auditFile(entries, {
      ...span,
      version,
      createdOn: '2026-11-23',
      company: { name: 'R&D B.V.', vatId: 'NL001', kvk: '1' },
      software: { name: 'Shipminer', version: '1.0.0' },
    }),
  ].join('')

test.each(['3.2', '4.0'] as const)(
  'the audit file %s: well formed, its totals and counts those of its lines, every account and rate declared',
  (version) => {
    const xml = audit(version)
    expect(XMLValidator.validate(xml)).toBe(true)
    const parsed = new XMLParser({
      parseTagValue: false,
      isArray: (name) => ['journal', 'transaction', 'trLine', 'vatCode'].includes(name),
    }).parse(xml).auditfile
    const { transactions, generalLedger, vatCodes, companyName } = parsed.company
    expect(companyName).toBe('R&D B.V.')
    type Line = { accID: string; amnt: string; amntTp: 'D' | 'C'; vat?: { vatID: string; vatAmnt: string } }
    const lines: Line[] = transactions.journal.flatMap((journal: { transaction?: { trLine: Line[] }[] }) =>
      (journal.transaction ?? []).flatMap(({ trLine }) => trLine),
    )
    const total = (side: 'D' | 'C') =>
      lines
        .filter(({ amntTp }) => amntTp === side)
        .reduce((sum, { amnt }) => sum + Math.round(Number(amnt) * 100), 0)
    expect(transactions.linesCount).toBe(String(lines.length))
    expect(transactions.totalDebit).toBe((total('D') / 100).toFixed(2))
    expect(transactions.totalDebit).toBe(transactions.totalCredit)
    expect(total('D')).toBe(total('C'))
    const accounts = new Set(generalLedger.ledgerAccount.map(({ accID }: { accID: string }) => accID))
    for (const { accID } of lines) expect(accounts).toContain(accID)
    expect(vatCodes.vatCode).toMatchObject([{ vatID: 'NL21', vatToPayAccID: '1500' }])
    expect(lines.flatMap(({ vat }) => vat ?? [])).toMatchObject([{ vatID: 'NL21', vatAmnt: '3037.19' }])
  },
)

/*
 * The schema of the tax office is in no package: XAF_SCHEMA names the file `XmlAuditfileFinancieel4.0.xsd` from its site; xmllint
 * (Debian's libxml2-utils) reads it.
 */
const schema = process.env.XAF_SCHEMA
const lint = (xml: string) =>
  spawnSync('xmllint', ['--noout', '--schema', schema ?? '', '-'], { input: xml, encoding: 'utf8' })
const canJudge = schema !== undefined && existsSync(schema) && lint('').error === undefined
if (!canJudge)
  console.warn(
    'skipped: the schema of XAF 4.0 was not asked: XAF_SCHEMA names no file, or there is no xmllint',
  )

test.skipIf(!canJudge)('the audit file 4.0 is as the schema of the tax office says', () => {
  expect(lint(audit('4.0')).stderr).toBe('- validates\n')
  expect(lint(audit('4.0').replace('<docRef>', '<ref>').replace('</docRef>', '</ref>')).status).not.toBe(0)
})

test('the DATEV batch: header, one amount between two accounts a line, Windows-1252', () => {
  const createdAt = new Date('2026-11-23T04:05:06.007Z')
  const text = [...datevBatch(entries, { ...span, consultant: 1001, client: 12, createdAt })].join('')
  const rows = text.trimEnd().split('\r\n')
  expect(rows[0]).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261123040506007;;"";"";"";1001;12;20260101;4;20260101;20261231;"Shop 2026-01-01 - 2026-12-31";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  expect(rows[0]?.split(';')).toHaveLength(31)
  for (const row of rows.slice(1)) expect(row.split(';')).toHaveLength(125)
  expect(rows[2]).toMatch(/^14462,81;"S";"EUR";;;"";1300;1700;"";0105;"INV-2026-000001";"";;"kind invoice =/)
  expect(rows).toHaveLength(2 + 2 + 1 + 1)
  expect([...windows1252('é€Ł字')]).toEqual([0xe9, 0x80, 0x3f, 0x3f])
  expect([...windows1252('ș')]).toEqual([0x73])
})

test('pairs move exactly what the lines move', () => {
  const lines = [
    { account: 'debtors', cents: 121 },
    { account: 'vat', cents: -21 },
    { account: 'sales', cents: -100 },
  ] as const
  expect(pairLines(lines)).toEqual([
    { cents: 21, debit: 'debtors', credit: 'vat' },
    { cents: 100, debit: 'debtors', credit: 'sales' },
  ])
})

test('settings: numbers of accounts, and the numbers of a DATEV client', () => {
  expect(parseChart('')).toEqual(defaultChart)
  expect(parseChart(' bank=1010 , debtors=1200')?.debtors).toMatchObject({ number: '1200', type: 'balance' })
  expect(parseChart('bank=1300')).toBeNull()
  expect(parseChart('safe=1300')).toBeNull()
  expect(parseChart('bank=1')).toBeNull()
  expect(parseChart('constructor=1301')).toBeNull()
  expect(parseDatevClient('1001/1')).toEqual({ consultant: 1001, client: 1 })
  for (const bad of ['', '1000/1', '1001', '1001/0', '1001/x']) expect(parseDatevClient(bad)).toBeNull()
})
