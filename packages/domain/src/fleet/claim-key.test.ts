import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimKeyPattern, createClaimKey, parseClaimKey } from './claim-key.ts'

describe('parseClaimKey', () => {
  test.each([
    ['ABCD1234-EFGH5678', 'ABCD1234-EFGH5678'],
    ['  abcd1234-efgh5678\n', 'ABCD1234-EFGH5678'],
    ['abcd1234efgh5678', 'ABCD1234-EFGH5678'],
    ['', null],
    ['ABCD1234-EFGH567', null],
    ['ABCD1234--EFGH5678', null],
    ['ABCD1234 EFGH5678', null],
    ['ÀBCD1234-EFGH5678', null],
    ['ABCD123-4EFGH5678', null],
  ])('%j → %j', (input, expected) => expect(parseClaimKey(input)).toBe(expected))

  test('anything else is null or well formed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const key = parseClaimKey(text)
        expect(key === null || claimKeyPattern.test(key)).toBe(true)
      }),
    )
  })
})

test('createClaimKey throws away bytes that would favour a character', () => {
  const feed = [new Uint8Array(24).fill(255), Uint8Array.from({ length: 24 }, (_, index) => index)]
  expect(createClaimKey(() => feed.shift() as Uint8Array)).toBe('ABCDEFGH-IJKLMNOP')
})
