import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'

const own = 'NL91ABNA0417164300'
const statement = (...lines: string[]) =>
  [
    ':20:STARTUMS',
    `:25:${own}`,
    ':28C:00001/001',
    ':60F:C260502EUR1000,00',
    ...lines,
    ':62F:C260503EUR1000,00',
    '-',
  ].join('\r\n')

function linesOf(text: string) {
  const reading = readStatement(text, own)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.lines
}

describe('as banks write it', () => {
  test('words between slashes, cut at the end of rows', () => {
    const text = statement(
      ':61:2605030503CR17500,00NTRFNONREF//26123456789012',
      '/TRCD/00100/',
      ':86:/EREF/NOTPROVIDED//CNTP/DE89370400440532013000/COBADEFFXXX/A. de Vries',
      '///REMI/USTD//Betaling RF67SM20260',
      '00123/',
    )
    expect(linesOf(text)).toMatchObject([
      {
        accountIban: own,
        bookedOn: '2026-05-03',
        amountCents: 1_750_000,
        currency: 'EUR',
        counterpartyName: 'A. de Vries',
        counterpartyIban: 'DE89370400440532013000',
        remittance: 'USTD//Betaling RF67SM2026000123',
        bankReference: '26123456789012',
        endToEndId: null,
        source: 'mt940',
        isReturn: false,
      },
    ])
  })

  test('the other account on the row below, the envelope in braces, amounts with zeros', () => {
    const text = `{1:F01RABONL2UXXXX0000000000}{2:I940}{4:\r\n${statement(
      ':61:260503C000000000249,95N100MARF',
      'DE89370400440532013000',
      ':86:/ORDP//NAME/Rederij Maas BV/REMI/voor de box/ISDT/2026-05-03',
    )}}`
    expect(linesOf(text)).toMatchObject([
      {
        amountCents: 24_995,
        counterpartyName: 'Rederij Maas BV',
        counterpartyIban: 'DE89370400440532013000',
        remittance: 'voor de box',
        bankReference: null,
      },
    ])
  })

  test('words of a SEPA transfer, the account with its currency', () => {
    const text = statement(
      ':61:2605030503D12,5N247NONREF',
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/DE89370400440532013000/BIC/COBADEFFXXX/NAME/KPN/REMI/te',
      'lefoon/EREF/E-1',
    ).replace(`:25:${own}`, `:25:${own}EUR`)
    expect(linesOf(text)).toMatchObject([
      { amountCents: -1_250, counterpartyName: 'KPN', remittance: 'telefoon', endToEndId: 'E-1' },
    ])
  })

  test('free text, an account by its national number, the booking in another year', () => {
    const text = statement(':61:2612310102C1,00N654NONREF', ':86:factuur', 'DE89370400440532013000').replace(
      `:25:${own}`,
      ':25:41.71.64.300',
    )
    expect(linesOf(text)).toMatchObject([
      {
        accountIban: own,
        bookedOn: '2027-01-02',
        remittance: 'factuur DE89370400440532013000',
        counterpartyIban: 'DE89370400440532013000',
      },
    ])
  })

  test('a number that is cut before its dash', () => {
    const text = statement(
      ':61:2605030503CR100,00NTRFNONREF',
      ':86:/EREF/NOTPROVIDED//REMI/USTD//order SM',
      '-2026-000123/',
    )
    expect(linesOf(text)).toMatchObject([{ remittance: 'USTD//order SM-2026-000123' }])
  })

  test('returns, by mark and by word', () => {
    const text = statement(
      ':61:260503RC5,00NTRFNONREF',
      ':86:terug',
      ':61:260503D5,00NTRFNONREF',
      ':86:/RTRN/AC04/REMI/RF67SM2026000123',
      ':61:260503RD5,00NTRFNONREF',
    )
    expect(linesOf(text)).toMatchObject([
      { amountCents: -500, isReturn: true },
      { amountCents: -500, isReturn: true, remittance: 'RF67SM2026000123 AC04' },
      { amountCents: 500, isReturn: true, remittance: '' },
    ])
  })

  test('padded with NUL, which is left out', () => {
    const text = statement(':61:260503C1,00NTRFNON\0REF', ':86:hello\0').replace('STARTUMS', 'START\0UMS')
    expect(readStatement(`${text}\0\0`, own)).toEqual(readStatement(text.replaceAll('\0', ''), own))
    expect(linesOf(text)).toMatchObject([{ amountCents: 100, remittance: 'hello' }])
  })

  test('several statements in one file', () => {
    const one = statement(':61:260503C1,00NTRFNONREF', ':86:a')
    const reading = readStatement(`${one}\r\n${one.replace('00001/001', '00002/001')}`, own)
    expect(reading).toMatchObject({
      ok: true,
      statementIds: ['STARTUMS 00001/001', 'STARTUMS 00002/001'],
      lines: [{}, {}],
    })
  })
})

test.each([
  ['no account', statement().replace(`:25:${own}`, ':25:123')],
  ['no amount', statement(':61:260503CR')],
  ['a day that there is none of', statement(':61:260230C1,00NTRFNONREF')],
])('%s is refused', (_, text) => expect(readStatement(text, own)).toMatchObject({ ok: false }))

test('whatever it is given, it answers', () => {
  const sample = statement(':61:260503C1,00NTRFNONREF', ':86:/REMI/x')
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), fc.nat(sample.length), (noise, position) => {
      const reading = readStatement(sample.slice(0, position) + noise + sample.slice(position), own)
      return typeof reading.ok === 'boolean'
    }),
    { numRuns: 200 },
  )
})
