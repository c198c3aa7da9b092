import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeStatement } from './decode-statement.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
function utf16(text: string, { isBig = false, mark = true } = {}): Uint8Array {
  const units = [
    ...(mark ? [0xfeff] : []),
    ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
  ]
  return Uint8Array.from(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}
const xml = (encoding: string, text = 'Ștefan Müller') =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`

test.each([
  ['UTF-8', utf8(xml('UTF-8')), 'Ștefan Müller'],
  ['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8(xml('UTF-8'))]), 'Ștefan Müller'],
  ['UTF-8 that names nothing', utf8('<a>Ștefan Müller</a>'), 'Ștefan Müller'],
  ['UTF-8 that names UTF-16', utf8(xml('UTF-16')), 'Ștefan Müller'],
  ['an encoding that nobody knows', utf8(xml('x-unknown')), 'Ștefan Müller'],
  ['ISO-8859-1', latin(xml('ISO-8859-1', 'Müller')), 'Müller'],
  ['ISO-8859-15 with a euro sign', latin(xml('ISO-8859-15', 'Müller \xa4')), 'Müller €'],
  ['Latin bytes that claim to be UTF-8', latin(xml('UTF-8', 'Müller')), 'Müller'],
  ['UTF-16, little end first', utf16(xml('UTF-16')), 'Ștefan Müller'],
  ['UTF-16, big end first', utf16(xml('UTF-16'), { isBig: true }), 'Ștefan Müller'],
  ['UTF-16 without a mark', utf16(xml('UTF-16'), { mark: false }), 'Ștefan Müller'],
  [
    'UTF-16 without a mark, big end first',
    utf16(xml('UTF-16'), { isBig: true, mark: false }),
    'Ștefan Müller',
  ],
])('%s', (_, bytes, expected) => {
  const text = decodeStatement(bytes)
  expect(text).toContain(`>${expected}<`)
  expect(text).not.toContain('\0')
})

test('no bytes are no text', () => expect(decodeStatement(new Uint8Array())).toBe(''))

test('whatever the bytes, there is a text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof decodeStatement(bytes) === 'string'),
  )
})
