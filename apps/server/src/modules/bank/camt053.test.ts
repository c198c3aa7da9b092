import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { camtSample, type SampleEntry } from '../../../test/camt-sample.ts'
import { readCamt053 } from './camt053.ts'

function entriesOf(xml: string) {
  const reading = readCamt053(xml)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.entries
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
        entryKey: 'NL91ABNA0417164300 2026-05-03 B1',
        statementId: 'S-1',
        accountIban: 'NL91ABNA0417164300',
        bookedOn: '2026-05-03',
        amountCents: 1_750_000,
        currency: 'EUR',
        reference: 'RF67SM2026000123',
        remittance: 'Box & co',
        counterpartyName: 'A. de Vries',
        counterpartyIban: 'DE89370400440532013000',
        isReversal: false,
      },
    ])
  })

  test('money out is negative; a reversal is told', () => {
    expect(read({ amount: '12.50', direction: 'DBIT', name: 'KPN' })).toMatchObject([
      { amountCents: -1250, counterpartyName: 'KPN' },
    ])
    expect(read({ amount: '1', direction: 'DBIT', reversal: true })).toMatchObject([
      { amountCents: -100, isReversal: true },
    ])
  })

  test('an entry of several transactions is several, where they add up', () => {
    const parts = [
      { amount: '100.00', reference: 'RF1', id: 'T1' },
      { amount: '50.5', text: 'second', id: 'T2' },
    ]
    expect(read({ amount: '150.50', bankReference: 'B2', parts })).toMatchObject([
      { amountCents: 10_000, reference: 'RF1', entryKey: 'NL91ABNA0417164300 2026-05-03 B2 T1' },
      { amountCents: 5_050, remittance: 'second', entryKey: 'NL91ABNA0417164300 2026-05-03 B2 T2' },
    ])
    expect(read({ amount: '151.00', bankReference: 'B2', parts })).toMatchObject([
      { amountCents: 15_100, reference: 'RF1', remittance: 'second' },
    ])
  })

  test('what is not booked yet is left for the next statement', () => {
    const reading = readCamt053(camtSample([{ amount: '1.00', status: 'PDNG' }], { version }))
    expect(reading).toEqual({ ok: true, statementIds: ['S-1'], entries: [], notBooked: 1 })
  })

  test('without a reference of the bank, equal entries are counted, and the same statement has the same keys', () => {
    const twice = [
      { amount: '5.00', text: 'a' },
      { amount: '5.00', text: 'a' },
      { amount: '5.00', text: 'b' },
    ]
    const [first, again] = [read(...twice), read(...twice)]
    expect(new Set(first.map(({ entryKey }) => entryKey)).size).toBe(3)
    expect(again).toEqual(first)
  })
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
  expect(readCamt053(xml)).toMatchObject({ ok: false, reason: expect.any(String) })
})

test('whatever it is given, it answers', () => {
  const sample = camtSample([{ amount: '1.00', reference: 'RF1', text: 'x' }], { version: '08' })
  for (let end = 0; end < sample.length; end += 7) expect(readCamt053(sample.slice(0, end)).ok).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(sample.length), (noise, position) => {
      const reading = readCamt053(sample.slice(0, position) + noise + sample.slice(position))
      return typeof reading.ok === 'boolean'
    }),
  )
})
