import { expect, test } from 'vitest'
import { seal, unseal } from './secret-box.ts'

const key = Buffer.alloc(32, 1)

test('opens with its key alone, and not after a change', () => {
  const sealed = seal(key, 'token ő')
  expect(sealed).not.toContain('token')
  expect(unseal(key, sealed)).toBe('token ő')
  expect(unseal(Buffer.alloc(32, 2), sealed)).toBeNull()
  for (let place = 0; place < Buffer.from(sealed, 'base64').length; place++) {
    const bytes = Buffer.from(sealed, 'base64')
    bytes[place] = (bytes[place] ?? 0) ^ 1
    expect(unseal(key, bytes.toString('base64'))).toBeNull()
  }
  expect(unseal(key, '')).toBeNull()
})

test('the same text is never sealed the same way', () => expect(seal(key, 'a')).not.toBe(seal(key, 'a')))
