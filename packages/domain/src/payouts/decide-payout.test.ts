import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidePayout } from './decide-payout.ts'

const counting = { balanceSat: 5_000, isInOpenRun: false, address: 'counts' as const }

test.each([
  [{}, 5_000],
  [{ balanceSat: 1_000 }, 1_000],
  [{ balanceSat: 999 }, 'below-minimum'],
  [{ balanceSat: 0 }, 'not-positive'],
  [{ balanceSat: -1 }, 'not-positive'],
  [{ balanceSat: null }, 'not-positive'],
  [{ address: 'missing' as const }, 'no-address'],
  [{ address: 'waiting' as const }, 'address-waiting'],
  [{ address: 'unusable' as const }, 'address-unusable'],
  [{ isInOpenRun: true }, 'in-open-run'],
])('%o gives %s', (change, wanted) => {
  const decision = decidePayout({ ...counting, ...change }, 1_000)
  expect(decision.ok ? decision.amountSat : decision.reason).toBe(wanted)
})

test('nobody is paid more or less than the balance, or below the minimum', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: -1e12, max: 1e12 })),
      fc.boolean(),
      fc.constantFrom('counts' as const, 'waiting' as const, 'missing' as const, 'unusable' as const),
      fc.integer({ min: 1, max: 1e9 }),
      (balanceSat, isInOpenRun, address, minimumSat) => {
        const decision = decidePayout({ balanceSat, isInOpenRun, address }, minimumSat)
        if (!decision.ok) return
        expect(decision.amountSat).toBe(balanceSat)
        expect(decision.amountSat).toBeGreaterThanOrEqual(minimumSat)
        expect([isInOpenRun, address]).toEqual([false, 'counts'])
      },
    ),
  )
})
