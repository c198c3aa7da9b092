import { expect, test } from 'vitest'
import { isOfferDay, offerState } from './offer.ts'

const offer = { isAccepted: false, isWithdrawn: false, validUntil: '2026-03-31' }

test.each([
  [{}, '2026-03-01', 'open'],
  [{}, '2026-03-31', 'open'],
  [{}, '2026-04-01', 'expired'],
  [{ isWithdrawn: true }, '2026-03-01', 'withdrawn'],
  [{ isWithdrawn: true }, '2026-04-01', 'withdrawn'],
  [{ isAccepted: true }, '2026-04-01', 'accepted'],
  [{ isAccepted: true, isWithdrawn: true }, '2026-03-01', 'accepted'],
] as const)('%j on %s is %s', (change, today, state) => {
  expect(offerState({ ...offer, ...change }, today)).toBe(state)
})

test.each([
  ['2026-02-28', false],
  ['2026-03-01', true],
  ['2026-08-28', true],
  ['2026-08-29', false],
] as const)('made on 1 March it may hold until %s: %s', (day, isOne) => {
  expect(isOfferDay(day, '2026-03-01')).toBe(isOne)
})
