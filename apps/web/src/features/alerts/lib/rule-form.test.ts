import { expect, test } from 'vitest'
import { parseRule, ruleForm } from './rule-form.ts'

test('what is not set stays the product’s own', () => {
  const form = ruleForm({ enabled: true, limit: null, forSeconds: null })
  expect(form).toEqual({ enabled: true, limit: '', forMinutes: '' })
  expect(parseRule('overheat', form)).toEqual({
    ok: true,
    rule: { kind: 'overheat', enabled: true, limit: null, forSeconds: null },
  })
})

test('minutes become seconds and come back', () => {
  const parsed = parseRule('low-hashrate', { enabled: false, limit: '82,5', forMinutes: '1,5' })
  expect(parsed).toEqual({
    ok: true,
    rule: { kind: 'low-hashrate', enabled: false, limit: 82.5, forSeconds: 90 },
  })
  expect(ruleForm({ enabled: false, limit: 82.5, forSeconds: 90 }).forMinutes).toBe('1.5')
})

test.each([
  [{ enabled: true, limit: 'hot', forMinutes: '' }, 'limit'],
  [{ enabled: true, limit: '-1', forMinutes: '' }, 'limit'],
  [{ enabled: true, limit: '', forMinutes: 'long' }, 'forMinutes'],
  [{ enabled: true, limit: '', forMinutes: '1441' }, 'forMinutes'],
] as const)('%j is wrong at %s', (form, field) => {
  expect(parseRule('overheat', form)).toEqual({ ok: false, field })
})
