import { expect, test } from 'vitest'
import { formatIban, parseBic, parseIban } from './iban.ts'

/** The examples of the IBAN registry. */
test.each([
  'NL91 ABNA 0417 1643 00',
  'DE89 3704 0044 0532 0130 00',
  'BE68 5390 0754 7034',
  'RO49 AAAA 1B31 0075 9384 0000',
  'FR14 2004 1010 0505 0001 3M02 606',
  'LU28 0019 4006 4475 0000',
  'AT61 1904 3002 3457 3201',
  'CH93 0076 2011 6238 5295 7',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'RS35 2600 0560 1001 6113 79',
  'GB29 NWBK 6016 1331 9268 19',
  'NO93 8601 1117 947',
  'CZ65 0800 0000 1920 0014 5399',
  'PL61 1090 1014 0000 0712 1981 2874',
])('%s', (text) => {
  const iban = parseIban(text.toLowerCase())
  expect(iban).toBe(text.replaceAll(' ', ''))
  expect(formatIban(iban ?? '')).toBe(text)
})

test.each([
  'NL92ABNA0417164300',
  'NL91ABNA041716430',
  'XX91ABNA0417164300',
  'NL91ABNA041716430O',
  '',
  'NL91-ABNA-0417-1643-00',
  // Its check digits are right: it is as long as no account of its country.
  'NL58ABNA041716430',
])('refuses "%s"', (text) => {
  expect(parseIban(text)).toBeNull()
})

test('codes of banks', () => {
  expect(parseBic('abnanl2a')).toBe('ABNANL2A')
  expect(parseBic('DEUTDEFF500')).toBe('DEUTDEFF500')
  expect(parseBic('ABNANL2')).toBeNull()
  expect(parseBic('ABNA1L2A')).toBeNull()
})
