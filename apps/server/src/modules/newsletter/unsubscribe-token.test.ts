import { expect, test } from 'vitest'
import { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

const key = new SecretKey(Buffer.alloc(32, 1))
const userId = '6f1c1a52-6a3b-4f0e-9d53-1f2f6f3f8a11'
const token = unsubscribeToken(userId, key)

test('is the same each time, tells whose it is, and fits into a link as it is', () => {
  expect(unsubscribeToken(userId, key)).toBe(token)
  expect(readUnsubscribeToken(token, key)).toBe(userId)
  expect(encodeURIComponent(token)).toBe(token)
})

test.each([
  '',
  '.',
  userId,
  token.slice(0, -1),
  `${token}A`,
  `${token}.`,
  token.replace('6f1c', '6f1d'),
  token.slice(37),
])('%j is of nobody', (other) => expect(readUnsubscribeToken(other, key)).toBeNull())

test('one of another key is of nobody', () =>
  expect(readUnsubscribeToken(token, new SecretKey(Buffer.alloc(32, 2)))).toBeNull())
