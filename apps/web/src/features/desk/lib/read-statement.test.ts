import { expect, test } from 'vitest'
import { decodeXml } from './read-statement.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['UTF-8 by name', utf8('<?xml version="1.0" encoding="UTF-8"?><a>Müller</a>'), 'Müller'],
  ['UTF-8 without a name', utf8('<a>Țîrlea</a>'), 'Țîrlea'],
  ['a mark before it', utf8('\ufeff<?xml version="1.0"?><a>Müller</a>'), 'Müller'],
  ['Latin-1', latin("<?xml version='1.0' encoding='ISO-8859-1'?><a>M\u00fcller</a>"), 'Müller'],
  ['a name nobody knows', utf8('<?xml version="1.0" encoding="EBCDIC-X"?><a>Müller</a>'), 'Müller'],
])('%s', (_name, bytes, word) => expect(decodeXml(bytes)).toContain(word))

test('what is no text is still an answer', () => {
  expect(typeof decodeXml(new Uint8Array([0xff, 0xfe, 0x00]))).toBe('string')
  expect(decodeXml(new Uint8Array())).toBe('')
})
