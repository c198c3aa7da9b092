import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOrderNumbers, formatOrderNumber, parseOrderNumber } from './order-number.ts'

test('is written with six digits, and more when there are more', () => {
  expect(formatOrderNumber({ prefix: 'SM', year: 2026, sequence: 123 })).toBe('SM-2026-000123')
  expect(formatOrderNumber({ prefix: 'INV', year: 2026, sequence: 1_234_567 })).toBe('INV-2026-1234567')
})

test('is read as it is written, and as people write it', () => {
  const number = { prefix: 'SM', year: 2026, sequence: 123 }
  for (const text of ['SM-2026-000123', ' sm 2026 000123 ', 'SM2026000123', 'SM–2026–000123'])
    expect(parseOrderNumber(text)).toEqual(number)
})

test.each([
  '',
  'SM-2026-123',
  'SM-2026-0000123',
  'SM-2026-000000',
  'SM-26-000123',
  'X-2026-000123',
  'SM-2026-000123-1',
])('refuses "%s"', (text) => {
  expect(parseOrderNumber(text)).toBeNull()
})

test('every number is read again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 9999 }),
      fc.integer({ min: 1, max: 999_999_999 }),
      (year, sequence) => {
        const number = { prefix: 'SM', year, sequence }
        expect(parseOrderNumber(formatOrderNumber(number))).toEqual(number)
      },
    ),
  )
})

test.each([
  ['betaling SM-2026-000123 dank', ['SM-2026-000123']],
  ['order sm2026000123, en SM 2026 000124.', ['SM-2026-000123', 'SM-2026-000124']],
  ['SM-2026-000123 SM2026000123', ['SM-2026-000123']],
  ['INV-2026-000123', []],
  ['PRISM-2026-000123', []],
  ['RF70SM2026000123', []],
  ['SM-2026-00012', []],
])('finds in "%s": %j', (text, numbers) => {
  expect(findOrderNumbers(text)).toEqual(numbers)
})
