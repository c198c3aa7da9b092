import { expect, test } from 'vitest'
import { base32, matchTotp, otpauthUri, totpCode, totpStep } from './totp.ts'

const secret = new TextEncoder().encode('12345678901234567890')

// RFC 6238, appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000), 8)).toBe(code)
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code.slice(2))
})

test('one step before and after still fit, two do not', () => {
  const now = 1_111_111_109_000
  const step = totpStep(now)
  for (const near of [-1, 0, 1])
    expect(matchTotp(secret, totpCode(secret, step + near), now)).toBe(step + near)
  for (const far of [-2, 2]) expect(matchTotp(secret, totpCode(secret, step + far), now)).toBeNull()
  for (const nonsense of ['', '12345', '1234567', 'abcdef'])
    expect(matchTotp(secret, nonsense, now)).toBeNull()
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is %s', (text, coded) => expect(base32(new TextEncoder().encode(text))).toBe(coded))

test('an authenticator gets issuer, account and secret', () => {
  const uri = new URL(otpauthUri({ issuer: 'Ship miner', account: 'a@b.nl', secret }))
  expect(uri.href).toContain('otpauth://totp/Ship%20miner:a%40b.nl?')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Ship miner',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
