import { anyText } from '@shipminer/testkit/any-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPasswordProblem } from './password-policy.ts'

const personal = ['anna.devries@rederij.nl', 'Anna de Vries', 'Shipminer']

test.each([
  ['', 'too-short'],
  ['password', 'too-short'],
  ['Kq7#vTz92!x', 'too-short'],
  ['💧'.repeat(11), 'too-short'],
  ['x'.repeat(257), 'too-long'],
  ['aaaaaaaaaaaa', 'common'],
  ['123456789012', 'common'],
  ['1234567890123456', 'common'],
  ['abcabcabcabc', 'common'],
  ['password1234', 'common'],
  ['Password2026!', 'common'],
  ['P@ssw0rd!!!!', 'common'],
  ['passwordpassword', 'common'],
  ['qwertyuiop123', 'common'],
  ['1q2w3e4r5t6y', 'common'],
  ['qazwsxedcrfv', 'common'],
  ['Welkom123456!', 'common'],
  ['wachtwoord2026', 'common'],
  ['Passwort12345', 'common'],
  ['parola123456', 'common'],
  ['iloveyou12345', 'common'],
  ['letmeinletmein', 'common'],
  ['WinterZomer2026', 'common'],
  ['annadevries1985', 'personal'],
  ['rederij.nl 2026', 'personal'],
  ['Shipminer2026!', 'common'],
  ['rederij-anna-1', 'personal'],
])('%s is %s', (password, problem) => expect(findPasswordProblem(password, personal)).toBe(problem))

test.each([
  'twaalf kleine ankers',
  'correct horse battery staple',
  'Kq7#vTz92!xW',
  'wasser rudert leise heim',
])('%s is good', (password) => {
  expect(findPasswordProblem(password, personal)).toBeNull()
})

test('64 random characters are good, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (bytes) => {
      fc.pre(new Set(bytes).size > 24)
      expect(findPasswordProblem(Buffer.from(bytes).toString('base64'), personal)).toBeNull()
    }),
  )
})

test('any text is judged without throwing and in little time', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (password) => {
      findPasswordProblem(password, [password, ...personal])
    }),
  )
  findPasswordProblem(`${'ab'.repeat(120)}!`, personal)
})
