import { expect, test } from 'vitest'
import { inquiryReference } from './inquiry-reference.ts'

test('takes every byte to one of 32 signs that are not mistaken for each other', () => {
  expect(inquiryReference((count) => new Uint8Array(count))).toBe('C-22222222')
  expect(inquiryReference((count) => new Uint8Array(count).fill(255))).toBe('C-ZZZZZZZZ')
  const all = Array.from({ length: 256 }, (_, byte) =>
    inquiryReference((count) => new Uint8Array(count).fill(byte)),
  )
  expect(new Set(all).size).toBe(32)
  expect(all.join('')).not.toMatch(/[01IO]/)
})
