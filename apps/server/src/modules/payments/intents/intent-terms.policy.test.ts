import {
  type IntentStatus,
  intentStatuses,
  type ObservedPayment,
} from '@shipminer/domain/payments/intent/intent'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceCents, chainIdOf } from './intent-terms.policy.ts'

const terms = {
  priceCents: 100_000,
  amountDue: 1_000_000n,
  minDue: 995_000n,
  confirmationsRequired: 3,
  expiresAtMs: 1_000,
  monitorUntilMs: 1_000_000_000,
}
const payment = (change: Partial<ObservedPayment> = {}): ObservedPayment => ({
  id: 'a',
  amount: 1_000_000n,
  firstSeenMs: 500,
  confirmations: 3,
  final: null,
  kind: 'expected',
  unaccountedAtMs: null,
  unaccountedBecause: null,
  wasReorged: false,
  valueCentsAtFirstSeen: null,
  ...change,
})
const state = (status: IntentStatus, amountConfirmed = 1_000_000n, amountToRefund = 0n) => ({
  status,
  amountConfirmed,
  amountToRefund,
})

describe('what an order is told', () => {
  test('what is enough within the tolerance is the whole price', () => {
    const short = [payment({ amount: 996_000n })]
    expect(balanceCents(terms, state('confirmed', 996_000n), short)).toEqual({
      pendingCents: 0,
      receivedCents: 100_000,
    })
    const waiting = [payment({ amount: 996_000n, confirmations: 1 })]
    expect(balanceCents(terms, state('confirming', 0n), waiting)).toEqual({
      pendingCents: 100_000,
      receivedCents: 0,
    })
  })
  test('too much with the excess; everything when nothing of it is needed', () => {
    const double = [payment({ amount: 2_000_000n })]
    expect(balanceCents(terms, state('confirmed', 2_000_000n, 1_000_000n), double).receivedCents).toBe(
      200_000,
    )
    expect(balanceCents(terms, state('confirmed', 1_000_000n, 1_000_000n), [payment()]).receivedCents).toBe(
      100_000,
    )
  })
  test('a part as a part, settled and not', () => {
    const parts = [payment({ amount: 200_000n }), payment({ id: 'b', amount: 300_000n, confirmations: 0 })]
    expect(balanceCents(terms, state('awaiting_transfer', 200_000n), parts)).toEqual({
      pendingCents: 30_000,
      receivedCents: 20_000,
    })
  })
  test('late money not at the locked rate, unless it was accepted', () => {
    const late = [payment({ firstSeenMs: 5_000_000 })]
    expect(balanceCents(terms, state('expired'), late)).toEqual({ pendingCents: 0, receivedCents: 0 })
    expect(balanceCents(terms, state('canceled'), late)).toEqual({ pendingCents: 0, receivedCents: 0 })
    expect(balanceCents(terms, state('confirmed'), late).receivedCents).toBe(100_000)
  })
  test('nothing of a failed one', () =>
    expect(balanceCents(terms, state('failed'), [payment()])).toEqual({ pendingCents: 0, receivedCents: 0 }))
})

test('never less than nothing, and pending never makes more than the price of what was not overpaid', () => {
  const payments = fc.array(
    fc.record({
      amount: fc.bigInt(0n, 2_000_000n),
      confirmations: fc.nat(5),
      firstSeenMs: fc.constantFrom(0, 999, 90_000_000),
      unaccounted: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(payments, fc.constantFrom(...intentStatuses), (list, status) => {
      const observed = list.map(({ unaccounted, ...one }, index) =>
        payment({
          ...one,
          id: String(index),
          ...(unaccounted
            ? { unaccountedAtMs: one.firstSeenMs + 1, unaccountedBecause: 'replaced' as const }
            : {}),
        }),
      )
      const { pendingCents, receivedCents } = balanceCents(terms, state(status, 0n), observed)
      expect(pendingCents).toBeGreaterThanOrEqual(0)
      expect(receivedCents).toBeGreaterThanOrEqual(0)
      if (status === 'detected' || status === 'confirming')
        expect(pendingCents + receivedCents).toBe(Math.max(terms.priceCents, receivedCents))
    }),
  )
})

test.each([
  ['bitcoin', null],
  ['eip155:1', 1],
  ['eip155:42161', 42_161],
  ['eip155:', null],
  ['solana:1', null],
])('the number of %s is %s', (chain, id) => expect(chainIdOf(chain)).toBe(id))
