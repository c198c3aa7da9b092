import { describe, expect, test } from 'vitest'
import { needsSetup } from './needs-setup.ts'

describe('needsSetup', () => {
  test.each([null, '', '   ', 'New User', 'unknown user', ' Wallet User '])('name %j', (name) =>
    expect(needsSetup({ name, email: 'jan@schip.nl' })).toBe(true),
  )
  test.each([
    null,
    '',
    ' ',
    'jan',
    'a@example.com',
    'a@example.org',
    'a@temp.local',
    'a@temporary.io',
    'a@placeholder.com',
    'a@wallet.placeholder',
    'a@x.invalid',
  ])('email %j', (email) => expect(needsSetup({ name: 'Jan', email })).toBe(true))
  test.each([
    ['Jan de Vries', 'jan@schip.nl'],
    ['Newton User', 'info@tempelhof.de'],
  ])('complete: %s %s', (name, email) => expect(needsSetup({ name, email })).toBe(false))
})
