import { expect, test } from 'vitest'
import { decodeBase64, safeFilename } from './invoice-file.ts'

test('decodes what the server sends', () => {
  expect([...(decodeBase64('JVBERi0=') ?? [])]).toEqual([0x25, 0x50, 0x44, 0x46, 0x2d])
  expect([...(decodeBase64('/w==') ?? [])]).toEqual([255])
  expect(decodeBase64('not base64!')).toBeNull()
})

test.each([
  ['F-2026-000123.pdf', 'F-2026-000123.pdf'],
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['Rechnung 1/2', 'Rechnung-1-2.pdf'],
  ['', 'invoice.pdf'],
])('%j is saved as %j', (name, safe) => expect(safeFilename(name)).toBe(safe))
