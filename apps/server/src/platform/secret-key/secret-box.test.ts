import { expect, test } from 'vitest'
import { openBytes, openText, sealBytes, sealText } from './secret-box.ts'

const key = Buffer.alloc(32, 1)

test('a text opens with its key alone, and not after a change', () => {
  const sealed = sealText(key, 'token ő')
  expect(sealed).not.toContain('token')
  expect(openText(key, sealed)).toBe('token ő')
  expect(openText(Buffer.alloc(32, 2), sealed)).toBeNull()
  for (let place = 0; place < Buffer.from(sealed, 'base64').length; place++) {
    const bytes = Buffer.from(sealed, 'base64')
    bytes[place] = (bytes[place] ?? 0) ^ 1
    expect(openText(key, bytes.toString('base64'))).toBeNull()
  }
  expect(openText(key, '')).toBeNull()
})

test('so do bytes', () => {
  const sealed = sealBytes(key, Buffer.from('secret'))
  expect(openBytes(key, sealed)?.toString()).toBe('secret')
  expect(openBytes(Buffer.alloc(32, 2), sealed)).toBeNull()
  expect(openBytes(key, sealed.subarray(0, 27))).toBeNull()
})

test('the same text is never sealed the same way', () =>
  expect(sealText(key, 'a')).not.toBe(sealText(key, 'a')))

test('what earlier versions sealed opens', () =>
  expect(openText(key, 'AAAAAAAAAAAAAAAAowzpUNNU6YKCvxUr8ZXc5Mta87kb')).toBe('token'))
