import { expect, test } from 'vitest'
import { needsRefundCode } from './refund-claim.ts'

test.each([
  [[], false],
  [[100_000], false],
  [[100_001], true],
  [[60_000, 40_000], false],
  [[60_000, 40_001], true],
])('refunds of %j cents need a code: %s', (amounts, needed) => {
  expect(needsRefundCode(amounts.map((amountCents) => ({ amountCents })))).toBe(needed)
})
