import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { camtSample, type SampleEntry } from '../../../test/papers/camt-sample.ts'
import { readCamt } from './camt.ts'

function entriesOf(xml: string) {
  const reading = readCamt(xml)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.lines
}

describe.each(['02', '08'] as const)('version %s', (version) => {
  const read = (...entries: SampleEntry[]) => entriesOf(camtSample(entries, { version }))

  test('money in, with reference, text, name and account', () => {
    expect(
      read({
        amount: '17500.00',
        bankReference: 'B1',
        reference: 'RF67SM2026000123',
        text: 'Box &amp; co',
        name: 'A. de Vries',
        iban: 'DE89370400440532013000',
      }),
    ).toEqual([
      {
        statementId: 'S-1',
        accountIban: 'NL91ABNA0417164300',
        bookedOn: '2026-05-03',
        amountCents: 1_750_000,
        currency: 'EUR',
        reference: 'RF67SM2026000123',
        remittance: 'Box & co',
        counterpartyName: 'A. de Vries',
        counterpartyIban: 'DE89370400440532013000',
        bankReference: 'B1',
        transactionReference: null,
        endToEndId: null,
        batchTotalCents: null,
        isReturn: false,
        source: 'camt',
      },
    ])
  })

  test('money out is negative; a reversal is told', () => {
    expect(read({ amount: '12.50', direction: 'DBIT', name: 'KPN' })).toMatchObject([
      { amountCents: -1250, counterpartyName: 'KPN' },
    ])
    expect(read({ amount: '1', direction: 'DBIT', reversal: true })).toMatchObject([
      { amountCents: -100, isReturn: true },
    ])
  })

  test('an entry of several transactions is several, where they add up', () => {
    const parts = [
      { amount: '100.00', reference: 'RF1', id: 'T1' },
      { amount: '50.5', text: 'second', id: 'T2' },
    ]
    expect(read({ amount: '150.50', bankReference: 'B2', parts })).toMatchObject([
      {
        amountCents: 10_000,
        reference: 'RF1',
        bankReference: 'B2',
        transactionReference: 'T1',
        batchTotalCents: 15_050,
      },
      {
        amountCents: 5_050,
        remittance: 'second',
        bankReference: 'B2',
        transactionReference: 'T2',
        batchTotalCents: 15_050,
      },
    ])
    expect(read({ amount: '151.00', bankReference: 'B2', parts })).toMatchObject([
      { amountCents: 15_100, reference: 'RF1', remittance: 'second', batchTotalCents: null },
    ])
  })

  test.each([
    ['90.00', 'CRDT'],
    ['10.00', 'DBIT'],
  ] as const)(
    'a batch of both directions that comes to %s %s is split, each part with its own sign',
    (amount, direction) => {
      const first = direction === 'CRDT' ? '120.00' : '20.00'
      const parts = [
        { amount: first, direction: 'CRDT' as const, reference: 'RF1' },
        { amount: '30.00', direction: 'DBIT' as const, reference: 'RF2' },
      ]
      const cents = direction === 'CRDT' ? [12_000, -3_000] : [2_000, -3_000]
      const batchTotalCents = cents.reduce((sum, one) => sum + one, 0)
      expect(read({ amount, direction, parts, name: 'Rederij' })).toMatchObject(
        cents.map((amountCents) => ({ amountCents, batchTotalCents, counterpartyName: 'Rederij' })),
      )
    },
  )

  test('a flag of a return may be a number', () => {
    const text = camtSample([{ amount: '1.00', direction: 'DBIT', reversal: true }], { version })
    const lines = (flag: string) => {
      const reading = readCamt(text.replace('<RvslInd>true<', `<RvslInd>${flag}<`))
      return reading.ok && reading.lines
    }
    expect(lines('1')).toMatchObject([{ isReturn: true }])
    expect(lines('0')).toMatchObject([{ isReturn: false }])
    expect(lines('false')).toMatchObject([{ isReturn: false }])
  })

  test('what is not booked yet is left for the next statement', () => {
    const reading = readCamt(camtSample([{ amount: '1.00', status: 'PDNG' }], { version }))
    expect(reading).toEqual({
      ok: true,
      statementIds: ['S-1'],
      accounts: ['NL91ABNA0417164300'],
      lines: [],
      notBooked: 1,
    })
  })

  test('a batch of several references without amounts names none of them alone', () => {
    const parts = [
      { amount: '', reference: 'RF1' },
      { amount: '', reference: 'RF2', text: 'second' },
    ]
    expect(read({ amount: '150.00', parts })).toMatchObject([
      { amountCents: 15_000, reference: null, remittance: 'second RF1 RF2', counterpartyName: null },
    ])
    const same = parts.map((part) => ({ ...part, reference: 'RF1' }))
    expect(read({ amount: '150.00', parts: same })).toMatchObject([{ reference: 'RF1' }])
  })

  test.each([
    ['a flag', { reversal: true }],
    ['return information without the flag', { returnReason: 'AC04' }],
    ['the code of the transaction', { family: 'RRTN' }],
    ['only the text', { text: '/RTRN/AC01/ref' }],
  ] as [string, Partial<SampleEntry>][])('a return, by %s', (_, change) => {
    expect(read({ amount: '1.00', direction: 'DBIT', ...change })).toMatchObject([
      { amountCents: -100, isReturn: true },
    ])
  })

  test.each(['NONREF', 'NOTPROVIDED', 'notProvided', '0', '000000', ' ', '-', 'NOTAVAILABLE'])(
    'a reference %j is none',
    (bankReference) => {
      expect(read({ amount: '1.00', bankReference })).toMatchObject([
        { bankReference: null, endToEndId: null },
      ])
    },
  )

  test('numeric references, padded amounts', () => {
    expect(read({ amount: '000000000000099.92', name: 'M&#252;ller &#x26; Zn' })).toMatchObject([
      { amountCents: 9_992, counterpartyName: 'Müller & Zn' },
    ])
  })
})

test.each([
  ['BkToCstmrStmt', 'Stmt', 'BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrStmt', 'Stmt', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])('%s and %s as %s and %s', (document, part, otherDocument, otherPart) => {
  const xml = camtSample([{ amount: '1.00', bankReference: 'B1' }])
    .replaceAll(document, otherDocument)
    .replaceAll(`<${part}>`, `<${otherPart}>`)
    .replaceAll(`</${part}>`, `</${otherPart}>`)
  const more = otherPart === 'Ntfctn' ? { isNotification: true } : {}
  expect(entriesOf(xml)).toEqual(
    entriesOf(camtSample([{ amount: '1.00', bankReference: 'B1' }])).map((line) => ({ ...line, ...more })),
  )
})

test.each([
  ['nothing', ''],
  ['no XML', 'MT940'],
  ['half a file', camtSample([{ amount: '1.00' }]).slice(0, 700)],
  ['another document', '<Document><Other/></Document>'],
  ['an entity', `<!DOCTYPE a [<!ENTITY x "y">]>${camtSample([])}`],
  ['no account', camtSample([], { account: 'NL00' })],
  ['an amount of a tenth of a cent', camtSample([{ amount: '1.001' }])],
  ['a negative amount', camtSample([{ amount: '-1.00' }])],
  ['a day that there is none of', camtSample([{ amount: '1.00' }]).replaceAll('2026-05-03', '2026-02-30')],
  ['no currency', camtSample([{ amount: '1.00', currency: 'e' }])],
])('%s is refused', (_name, xml) => {
  expect(readCamt(xml)).toMatchObject({ ok: false, reason: expect.any(String) })
})

test('whatever it is given, it answers', () => {
  const sample = camtSample([{ amount: '1.00', reference: 'RF1', text: 'x' }], { version: '08' })
  for (let end = 0; end < sample.length; end += 7) expect(readCamt(sample.slice(0, end)).ok).toBe(false)
  fc.assert(
    fc.property(anyText(), fc.nat(sample.length), (noise, position) => {
      const reading = readCamt(sample.slice(0, position) + noise + sample.slice(position))
      return typeof reading.ok === 'boolean'
    }),
  )
})
