import { describe, expect, test } from 'vitest'
import type { StatementLine } from './bank-entry.ts'
import { type BankEntry, classifyEntries, identifyLines, type KeptEntry } from './entry-identity.policy.ts'

const base: StatementLine = {
  statementId: 'S-1',
  accountIban: 'NL91ABNA0417164300',
  bookedOn: '2026-05-03',
  amountCents: 10_000,
  currency: 'EUR',
  reference: null,
  remittance: 'box',
  counterpartyName: 'A. de Vries',
  counterpartyIban: null,
  bankReference: null,
  transactionReference: null,
  endToEndId: null,
  batchTotalCents: null,
  isReturn: false,
  source: 'camt',
}
const line = (change: Partial<StatementLine> = {}): StatementLine => ({ ...base, ...change })
const kept = (...lines: StatementLine[]): KeptEntry[] => identifyLines(lines)
/** An entry as it was stored before its key covered everything that identifies it. */
const keptOld = (entryKey: string, change: Partial<StatementLine> = {}): KeptEntry => ({
  ...line(change),
  entryKey,
})
const classify = (before: readonly KeptEntry[], ...lines: StatementLine[]) =>
  classifyEntries(identifyLines(lines), before)

describe('two of one day', () => {
  test('with other words are two, whatever the bank calls them', () => {
    expect(classify([], line(), line({ remittance: 'other box' }))).toEqual(['new', 'new'])
    expect(classify(kept(line()), line({ remittance: 'other box' }))).toEqual(['new'])
  })

  test('that are the same in everything are counted', () => {
    expect(classify([], line(), line())).toEqual(['new', 'new'])
    expect(classify(kept(line()), line(), line())).toEqual(['known', 'new'])
    expect(classify(kept(line(), line()), line(), line(), line())).toEqual(['known', 'known', 'new'])
    expect(classify(kept(line(), line()), line())).toEqual(['known'])
  })

  test('in two notifications, without a reference of the bank, may be two; the statement of the day contains both', () => {
    const told = (statementId: string, change: Partial<StatementLine> = {}) =>
      line({ statementId, isNotification: true, ...change })
    expect(classify(kept(told('N-1')), told('N-2'))).toEqual(['suspect'])
    expect(classify(kept(told('N-1')), told('N-1'))).toEqual(['known'])
    expect(classify(kept(told('N-1')), told('N-2', { remittance: 'other box' }))).toEqual(['new'])
    expect(
      classify(kept(told('N-1', { bankReference: 'B1' })), told('N-2', { bankReference: 'B1' })),
    ).toEqual(['known'])
    const both = [...kept(told('N-1')), ...kept(told('N-2'))]
    expect(new Set(both.map(({ entryKey }) => entryKey)).size).toBe(2)
    expect(classify(both, line(), line())).toEqual(['known', 'known'])
    expect(classify(both, line(), line(), line())).toEqual(['known', 'known', 'new'])
    expect(classify(kept(line(), line()), told('N-1'))).toEqual(['known'])
  })

  test('with two real references of the bank are two', () => {
    const [one, other] = [line({ bankReference: 'B1' }), line({ bankReference: 'B2' })]
    expect(classify(kept(one), other)).toEqual(['new'])
    expect(classify(kept(one), one, other)).toEqual(['known', 'new'])
  })
})

test('one reference of the bank twice in one file: a person decides about the second', () => {
  const one = line({ bankReference: 'B1' })
  expect(classify([], one, one)).toEqual(['new', 'suspect'])
  expect(classify(kept(one, one), one, one)).toEqual(['known', 'known'])
})

test('what another line of the file was known by makes nobody decide about the next', () => {
  const inOtherFormat = line({ bankReference: 'B1', source: 'mt940', remittance: 'x' })
  const next = { ...inOtherFormat, bankReference: 'B2' }
  expect(classify(kept(line({ bankReference: 'B1' })), inOtherFormat, next)).toEqual(['known', 'new'])
  expect(classify(kept(line({ bankReference: 'B1' })), next)).toEqual(['suspect'])
})

describe('the same entry in other words', () => {
  test.each([
    ['another statement', { statementId: 'S-2' }],
    ['other spaces and letters', { remittance: ' BO X.' }],
    ['another name of the payer', { counterpartyName: 'Vries' }],
  ] as [string, Partial<StatementLine>][])('%s: known', (_, change) => {
    expect(classify(kept(line()), line(change))).toEqual(['known'])
  })

  test.each([
    ['another format', { bankReference: 'B1', source: 'mt940', remittance: 'x' }],
    ['what only one of them says', { bankReference: 'B1', counterpartyIban: 'DE89370400440532013000' }],
    ['no text at all', { bankReference: 'B1', remittance: '' }],
  ] as [string, Partial<StatementLine>][])('with the reference of the bank, %s: known', (_, change) => {
    expect(classify(kept(line({ bankReference: 'B1' })), line(change))).toEqual(['known'])
  })

  test.each([
    ['a reference of the bank that was not there', { bankReference: 'B1' }],
    ['another format', { source: 'mt940', remittance: 'something else' }],
  ] as [string, Partial<StatementLine>][])('without it, %s: a person decides', (_, change) => {
    expect(classify(kept(line()), line(change))).toEqual(['suspect'])
  })

  test.each([
    ['another amount', { amountCents: 9_999 }],
    ['another day', { bookedOn: '2026-05-04' }],
    ['another text', { remittance: 'y' }],
    ['another account of the payer', { counterpartyIban: 'NL91ABNA0417164300' }],
  ] as [string, Partial<StatementLine>][])(
    'one reference of the bank with %s: a person decides',
    (_, change) => {
      const before = line({ bankReference: 'B1', counterpartyIban: 'DE89370400440532013000' })
      expect(classify(kept(before), line({ ...before, ...change }))).toEqual(['suspect'])
    },
  )
})

describe('a batch and its parts', () => {
  const parts = [30, 70].map((euros) =>
    line({ amountCents: euros * 100, remittance: `part ${euros}`, batchTotalCents: 10_000 }),
  )
  const named = (lines: StatementLine[]) => lines.map((one) => ({ ...one, bankReference: 'B1' }))

  test('known where the bank names it', () => {
    expect(classify(kept(line({ bankReference: 'B1' })), ...named(parts))).toEqual(['known', 'known'])
    expect(classify(kept(...named(parts)), line({ bankReference: 'B1' }))).toEqual(['known'])
    expect(classify(kept(...named(parts)), ...named(parts))).toEqual(['known', 'known'])
  })

  test('for a person where it does not', () => {
    expect(classify(kept(line()), ...parts)).toEqual(['suspect', 'suspect'])
    expect(classify(kept(...parts), line())).toEqual(['suspect'])
  })

  test('another batch is another batch', () => {
    expect(classify(kept(line({ bankReference: 'B2' })), ...named(parts))).toEqual(['new', 'new'])
  })
})

describe('kept before keys held everything', () => {
  test('known once, by all that was kept', () => {
    const old = keptOld('NL91ABNA0417164300 2026-05-03 NONREF')
    expect(classify([old], line())).toEqual(['known'])
    expect(classify([old], line({ bankReference: 'B7' }))).toEqual(['known'])
  })

  test('what was lost beside it comes in: for a person when it could be the same', () => {
    const old = keptOld('NL91ABNA0417164300 2026-05-03 NONREF')
    expect(classify([old], line(), line({ amountCents: 5 }))).toEqual(['known', 'new'])
    expect(classify([old], line(), line({ remittance: 'other' }))).toEqual(['known', 'new'])
  })
})

test('keys say nothing of place, file or statement', () => {
  const keys = (lines: StatementLine[]) => identifyLines(lines).map(({ entryKey }: BankEntry) => entryKey)
  const [first, second] = [line(), line({ amountCents: 5 })]
  expect(keys([second, first]).toSorted()).toEqual(keys([first, second]).toSorted())
  expect(keys([line({ statementId: 'other' })])).toEqual(keys([line()]))
})
