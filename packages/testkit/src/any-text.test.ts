import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from './any-text.ts'

const texts = fc.sample(anyText({ maxLength: 60 }), { numRuns: 20_000, seed: 1 })

test('is whole characters of every kind, from the first to the last', () => {
  const points = new Set(texts.flatMap((text) => [...text].map((one) => one.codePointAt(0) ?? -1)))
  expect(texts.every((text) => text.isWellFormed())).toBe(true)
  expect(points.has(0)).toBe(true)
  expect([...points].some((point) => point > 0xd000 && point < 0xd800)).toBe(true)
  expect([...points].some((point) => point >= 0xe000 && point <= 0xffff)).toBe(true)
  expect(Math.max(...points)).toBeGreaterThan(0x10ff00)
})

test('has the names among it that JavaScript gives a meaning', () => {
  expect(texts).toContain('__proto__')
})

test('is as long as it may be at most', () => {
  const lengths = texts.map((text) => [...text].length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(60)
  expect(texts).toContain('')
})

test('is made smaller when it fails, down to the character that is to blame', () => {
  const found = fc.check(
    fc.property(anyText(), (text) => !text.includes('\ue000')),
    { numRuns: 1, examples: [['a\u{10ffff}\ue000b']] },
  )
  expect(found.counterexample).toEqual(['\ue000'])
})
