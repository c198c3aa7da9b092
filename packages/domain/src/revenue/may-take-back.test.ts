import { expect, test } from 'vitest'
import { mayTakeBack } from './may-take-back.ts'

const sums = (
  receivedByProviderSat: number,
  receivedByOwnerSat: number,
  paidOutSat: number,
  reservedSat = 0,
) => ({
  moved: { receivedByProviderSat, receivedByOwnerSat, paidOutSat },
  reservedSat,
})
const provider = (amountSat: number) => ({ coin: 'BTC', paidTo: 'provider', amountSat }) as const

test('what is not paid out yet can be taken back, to the last satoshi', () => {
  expect(mayTakeBack(sums(400, 0, 0), provider(400))).toBe(true)
  // 300 are the owner's; 150 of them are paid.
  expect(mayTakeBack(sums(400, 0, 150), provider(200))).toBe(true)
  expect(mayTakeBack(sums(400, 0, 150), provider(201))).toBe(false)
  expect(mayTakeBack(sums(400, 0, 300), provider(1))).toBe(false)
})

test('what a run that waits keeps is as good as paid out', () => {
  expect(mayTakeBack(sums(400, 0, 0, 150), provider(200))).toBe(true)
  expect(mayTakeBack(sums(400, 0, 0, 150), provider(201))).toBe(false)
})

test('what the owner has directly, and other coins, can always be taken back', () => {
  expect(mayTakeBack(sums(400, 100, 300), { coin: 'BTC', paidTo: 'owner', amountSat: 100 })).toBe(true)
  expect(mayTakeBack(sums(0, 100, 300), { coin: 'BTC', paidTo: 'owner', amountSat: 100 })).toBe(true)
  expect(mayTakeBack(sums(400, 0, 300), { coin: 'BCH', paidTo: 'provider', amountSat: 400 })).toBe(true)
})

test('an owner who has too much already cannot be made to have more', () => {
  expect(mayTakeBack(sums(400, 0, 500), provider(1))).toBe(false)
})
