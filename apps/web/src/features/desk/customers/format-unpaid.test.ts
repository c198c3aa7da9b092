import { expect, test } from 'vitest'
import { fateOfBalance, formatUnpaid } from './format-unpaid.ts'

const balance = { sat: 12_000, cents: 941, minimumSat: 50_000 }

test('a balance is shown in satoshi, and in euro where a price is known', () => {
  expect(formatUnpaid('en', balance)?.replaceAll(/\s/g, ' ')).toBe('12,000 sat (≈ €9.41)')
  expect(formatUnpaid('en', { ...balance, cents: null })?.replaceAll(/\s/g, ' ')).toBe('12,000 sat')
  expect(formatUnpaid('en', { ...balance, sat: null, cents: null })).toBeNull()
})

test.each([
  [null, 'None'],
  [-1, 'Paid'],
  [0, 'Paid'],
  [1, 'Lost'],
  [49_999, 'Lost'],
  [50_000, 'Due'],
] as const)('a balance of %s is %s', (sat, fate) => expect(fateOfBalance({ ...balance, sat })).toBe(fate))
