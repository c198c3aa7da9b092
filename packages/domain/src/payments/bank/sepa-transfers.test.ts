import { anyText } from '@shipminer/testkit/any-text'
import * as fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { type SepaTransfer, sepaText, writeSepaTransfers } from './sepa-transfers.ts'

const payer = { name: 'Wal & Co B.V.', iban: 'NL91 ABNA 0417 1643 00', bic: null }
const createdAt = new Date('2026-05-01T10:00:00.500Z')
const one: SepaTransfer = {
  endToEndId: 'SM-1001-R1',
  amountCents: 350_005,
  name: 'Ștefan Müller-Weiß',
  iban: 'DE89 3704 0044 0532 0130 00',
  text: 'Terugbetaling SM-1001',
}
const write = (transfers: SepaTransfer[], change: object = {}) =>
  writeSepaTransfers({ messageId: 'RR-7', createdAt, on: '2026-05-02', payer, transfers, ...change })
const read = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true)
  return new XMLParser({ parseTagValue: false, ignoreAttributes: false }).parse(xml).Document.CstmrCdtTrfInitn
}

test('a file says who pays whom how much, with sums', () => {
  const two = { ...one, endToEndId: 'SM-1002-R1', amountCents: 1 }
  const { GrpHdr, PmtInf } = read(write([one, two]))
  expect(GrpHdr).toEqual({
    MsgId: 'RR-7',
    CreDtTm: '2026-05-01T10:00:00',
    NbOfTxs: '2',
    CtrlSum: '3500.06',
    InitgPty: { Nm: 'Wal + Co B.V.' },
  })
  expect(PmtInf).toMatchObject({
    PmtMtd: 'TRF',
    BtchBookg: 'false',
    NbOfTxs: '2',
    CtrlSum: '3500.06',
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
    ReqdExctnDt: { Dt: '2026-05-02' },
    DbtrAcct: { Id: { IBAN: 'NL91ABNA0417164300' }, Ccy: 'EUR' },
    DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
    ChrgBr: 'SLEV',
  })
  expect(PmtInf.CdtTrfTxInf).toEqual([
    {
      PmtId: { EndToEndId: 'SM-1001-R1' },
      Amt: { InstdAmt: { '#text': '3500.05', '@_Ccy': 'EUR' } },
      Cdtr: { Nm: 'Stefan Muller-Weiss' },
      CdtrAcct: { Id: { IBAN: 'DE89370400440532013000' } },
      RmtInf: { Ustrd: 'Terugbetaling SM-1001' },
    },
    expect.objectContaining({ PmtId: { EndToEndId: 'SM-1002-R1' } }),
  ])
})

test('the bank of the payer is named where it is known', () => {
  const xml = write([one], { payer: { ...payer, bic: 'ABNANL2A' } })
  expect(read(xml).PmtInf.DbtrAgt).toEqual({ FinInstnId: { BICFI: 'ABNANL2A' } })
})

test.each<[string, Partial<SepaTransfer>]>([
  ['an account that is none', { iban: 'DE88370400440532013000' }],
  ['no amount', { amountCents: 0 }],
  ['less than nothing', { amountCents: -5 }],
  ['parts of a cent', { amountCents: 1.5 }],
  ['more than a transfer holds', { amountCents: 100_000_000_000 }],
  ['a name without a letter', { name: '船' }],
  ['a reference that is too long', { endToEndId: 'x'.repeat(36) }],
  ['a reference with a slash at its end', { endToEndId: 'SM/' }],
  ['no reference', { endToEndId: '' }],
])('no file with %s', (_, change) => {
  expect(() => write([{ ...one, ...change }])).toThrow(RangeError)
})

test('no file without transfers, or with one reference twice', () => {
  expect(() => write([])).toThrow(RangeError)
  expect(() => write([one, one])).toThrow(RangeError)
})

test('what has no letter of its own is one full stop, so that texts keep their length', () =>
  expect(sepaText('船 Ärger_42 € & Søn', 140)).toBe('. Arger.42 . + Son'))

test('any text becomes one that every bank takes, and the file stays whole', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const written = sepaText(text, 140)
      expect(written).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{0,140}$/)
      expect(sepaText(written, 140)).toBe(written)
      expect(read(write([{ ...one, text, name: `A ${text}` }])).PmtInf.CdtTrfTxInf.Cdtr.Nm).toMatch(/^A/)
    }),
  )
})
