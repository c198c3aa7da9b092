import { type Command, CommandStateSchema } from '@shipminer/contract/control'
import en from '@shipminer/i18n/locales/en/control.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { createKnownBoxes } from './known-boxes.ts'
import { loginResult } from './login-result.ts'

test.each([
  ['set-login', 'queued', null, 'queued'],
  ['set-login', 'running', null, 'trying'],
  ['remove-login', 'sent', null, 'removing'],
  ['set-login', 'confirmed', null, 'works'],
  ['set-login', 'confirmed', 'login-partly', 'partly'],
  ['remove-login', 'confirmed', null, 'removed'],
  ['set-login', 'refused', 'login-refused', 'refused'],
  ['set-login', 'refused', 'not-sealed-for-us', 'notForBox'],
  ['set-login', 'unconfirmed', 'login-kept', 'away'],
  ['set-login', 'unconfirmed', 'login-untold', 'unclear'],
  ['set-login', 'unconfirmed', 'no-answer', 'failed'],
  ['set-login', 'unsupported', 'no-login', 'none'],
  ['set-login', 'expired', null, 'expired'],
] as const)('%s that is %s because of %s is %s', (action, state, reason, key) =>
  expect(loginResult({ action, state, reason }).key).toBe(key),
)

test('every end has a text', () => {
  const reasons = [null, 'login-refused', 'constructor', '__proto__', 'internal']
  for (const action of ['set-login', 'remove-login'] as const)
    for (const state of CommandStateSchema.options)
      for (const reason of reasons) {
        const { key } = loginResult({ action, state, reason } satisfies Partial<Command>)
        expect(en).toHaveProperty([`logins.result.${key}`])
      }
})

test('the key of a controller is known again, and what cannot be one is not', () => {
  const values = new Map<string, string>()
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const known = createKnownBoxes(store)
  const key = `${'A'.repeat(43)}=`
  known.set('SM-A', key)
  expect(known.get('SM-A')).toBe(key)
  expect(known.get('SM-B')).toBeNull()
  known.set('SM-B', 'no key')
  expect(known.get('SM-B')).toBeNull()
  const refuse = () => {
    throw new Error('refused')
  }
  const without = createKnownBoxes({ getItem: refuse, setItem: refuse, removeItem: refuse })
  without.set('SM-A', key)
  expect(without.get('SM-A')).toBeNull()
})
