import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownerBalance } from './balance.ts'
import { splitRevenue } from './split.ts'

describe('splitRevenue', () => {
  test.each([
    [0, 0, 0],
    [1, 0, 1],
    [3, 2, 1],
    [4, 3, 1],
    [7, 5, 2],
    [2_100_000_000_000_000, 1_575_000_000_000_000, 525_000_000_000_000],
    [Number.MAX_SAFE_INTEGER, 6_755_399_441_055_743, 2_251_799_813_685_248],
  ])('%i is %i for the owner and %i for the service', (amount, ownerSat, serviceSat) =>
    expect(splitRevenue(amount)).toEqual({ ownerSat, serviceSat }),
  )
  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no amount', (amount) =>
    expect(() => splitRevenue(amount)).toThrow(RangeError),
  )
  test('nothing is lost or made, the owner never gets more than three quarters nor a whole unit less', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        const { ownerSat, serviceSat } = splitRevenue(amount)
        expect(ownerSat + serviceSat).toBe(amount)
        const missing = 3n * BigInt(amount) - 4n * BigInt(ownerSat)
        expect(missing >= 0n && missing < 4n).toBe(true)
      }),
    )
  })
})

describe('ownerBalance', () => {
  test.each([
    [{ receivedByProviderSat: 0, receivedByOwnerSat: 0, paidOutSat: 0 }, null],
    [{ receivedByProviderSat: 100, receivedByOwnerSat: 0, paidOutSat: 0 }, 75],
    [{ receivedByProviderSat: 100, receivedByOwnerSat: 0, paidOutSat: 75 }, 0],
    // Paid straight to the owner: the service share is owed.
    [{ receivedByProviderSat: 0, receivedByOwnerSat: 100, paidOutSat: 0 }, -25],
    [{ receivedByProviderSat: 99, receivedByOwnerSat: 3, paidOutSat: 10 }, 63],
    [{ receivedByProviderSat: 0, receivedByOwnerSat: 0, paidOutSat: 10 }, -10],
  ])('%j leaves %j', (moved, balance) => expect(ownerBalance(moved)).toBe(balance))
})
