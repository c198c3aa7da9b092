import { expect, test } from 'vitest'
import { epcMaxBytes, epcPayload } from './epc.ts'

const transfer = {
  name: 'Shipminer B.V.',
  iban: 'NL91 ABNA 0417 1643 00',
  bic: null,
  amountCents: 1_750_000,
  rfReference: 'RF18 5390 0754 7034',
}

test('the lines of the code, without an empty one at the end', () => {
  expect(epcPayload(transfer)).toBe(
    'BCD\n002\n1\nSCT\n\nShipminer B.V.\nNL91ABNA0417164300\nEUR17500.00\n\nRF18539007547034',
  )
})

test('with the code of the bank, cents, and a name that is too long', () => {
  const payload = epcPayload({
    ...transfer,
    bic: 'ABNANL2A',
    amountCents: 5,
    name: `Łódź\n${'ß'.repeat(80)}`,
  })
  const lines = (payload ?? '').split('\n')
  expect(lines).toHaveLength(10)
  expect(lines[4]).toBe('ABNANL2A')
  expect(lines[5]).toBe(`Łódź ${'ß'.repeat(65)}`)
  expect(lines[7]).toBe('EUR0.05')
  expect(new TextEncoder().encode(payload ?? '').length).toBeLessThanOrEqual(epcMaxBytes)
})

test.each([
  ['amount zero', { amountCents: 0 }],
  ['too much', { amountCents: 100_000_000_000 }],
  ['half a cent', { amountCents: 0.5 }],
  ['a wrong account', { iban: 'NL92ABNA0417164300' }],
  ['a wrong bank', { bic: 'X' }],
  ['a wrong reference', { rfReference: 'RF19539007547034' }],
  ['no name', { name: '  ' }],
  ['a name of too many bytes', { name: '𝕊'.repeat(70) }],
])('none for %s', (_, change) => {
  expect(epcPayload({ ...transfer, ...change })).toBeNull()
})
