import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type IntentContext,
  type IntentState,
  type IntentTerms,
  intentStatuses,
  type ObservedPayment,
  type PreviousIntent,
} from './intent.ts'
import { intentArrows, reduceIntent } from './reduce-intent.ts'

const minute = 60_000
const fresh: PreviousIntent = { status: 'creating', exceptions: [] }

const termsArbitrary: fc.Arbitrary<IntentTerms> = fc
  .record({
    priceCents: fc.integer({ min: 1, max: 90_000_000 }),
    amountDue: fc.bigInt({ min: 1n, max: 10n ** 21n }),
    letGo: fc.bigInt({ min: 0n, max: 50n }),
    confirmationsRequired: fc.integer({ min: 1, max: 6 }),
    monitorMinutes: fc.integer({ min: 15, max: 10_000 }),
  })
  .map(({ letGo, monitorMinutes, ...rest }) => {
    const least = rest.amountDue - (rest.amountDue * letGo) / 1000n
    return {
      ...rest,
      minDue: least > 0n ? least : 1n,
      expiresAtMs: 15 * minute,
      monitorUntilMs: monitorMinutes * minute,
    }
  })

function paymentArbitrary(terms: IntentTerms): fc.Arbitrary<ObservedPayment> {
  return fc
    .record({
      permille: fc.oneof(fc.constant(1000n), fc.bigInt({ min: 0n, max: 2500n })),
      seenMinute: fc.integer({ min: 0, max: 200 }),
      confirmations: fc.integer({ min: 0, max: 8 }),
      final: fc.constantFrom(null, null, false, true),
      kind: fc.constantFrom('expected', 'expected', 'expected', 'wrong_network', 'wrong_token'),
      goneAfterMinutes: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 0, max: 100 })),
      unaccountedBecause: fc.constantFrom('replaced', 'reorged', 'failed'),
      wasReorged: fc.boolean(),
      valuePermille: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2000 })),
    })
    .map((one) => {
      const amount = (terms.amountDue * one.permille) / 1000n
      const firstSeenMs = one.seenMinute * minute
      const isGone = one.goneAfterMinutes !== null
      return {
        id: '',
        amount,
        firstSeenMs,
        confirmations: one.confirmations,
        final: one.final === true && one.confirmations === 0 ? null : one.final,
        kind: one.kind,
        unaccountedAtMs: one.goneAfterMinutes === null ? null : firstSeenMs + one.goneAfterMinutes * minute,
        unaccountedBecause: isGone ? one.unaccountedBecause : null,
        wasReorged: one.wasReorged,
        valueCentsAtFirstSeen:
          one.valuePermille === null ? null : Math.floor((terms.priceCents * one.valuePermille) / 1000),
      }
    })
}

const contextArbitrary: fc.Arbitrary<IntentContext> = fc.record({
  nowMs: fc.integer({ min: 200, max: 12_000 }).map((minutes) => minutes * minute),
  startedAtMs: fc.constantFrom(-1e9, 1e9),
  watcherTipFresh: fc.boolean(),
  otherPaymentExists: fc.boolean(),
  stockReservable: fc.boolean(),
  isOrderCancelled: fc.boolean(),
  creation: fc.constant('reserved'),
  decisions: fc.record({
    canceledAtMs: fc.constantFrom(null, null, null, minute),
    manual: fc.constantFrom(null, null, null, null, 'completed', 'failed'),
  }),
})

const previousArbitrary: fc.Arbitrary<PreviousIntent> = fc.record({
  status: fc.constantFrom(...intentStatuses),
  exceptions: fc.subarray(['late', 'reorged'] as const),
})

const caseArbitrary = termsArbitrary.chain((terms) =>
  fc.record({
    terms: fc.constant(terms),
    payments: fc
      .array(paymentArbitrary(terms), { maxLength: 6 })
      .map((list) => list.map((payment, at) => ({ ...payment, id: `${at}` }))),
    context: contextArbitrary,
    previous: previousArbitrary,
  }),
)

const runs = { numRuns: 2000 }

test('amounts are never negative, and what was received and remains is what is due', () => {
  fc.assert(
    fc.property(caseArbitrary, ({ terms, payments, context, previous }) => {
      const state = reduceIntent(terms, payments, context, previous)
      expect(state.amountReceived >= 0n).toBe(true)
      expect(state.amountConfirmed >= 0n && state.amountConfirmed <= state.amountReceived).toBe(true)
      expect(state.amountToRefund >= 0n && state.amountToRefund <= state.amountConfirmed).toBe(true)
      expect(state.amountReceived + state.amountRemaining).toBe(terms.amountDue)
      expect(state.confirmationsReached).toBeLessThanOrEqual(terms.confirmationsRequired)
    }),
    runs,
  )
})

test('confirmed means confirmed money', () => {
  fc.assert(
    fc.property(caseArbitrary, ({ terms, payments, context, previous }) => {
      const state = reduceIntent(terms, payments, context, previous)
      if (state.status === 'confirmed') {
        expect(state.amountConfirmed >= terms.minDue).toBe(true)
        expect(state.confirmationsReached).toBe(terms.confirmationsRequired)
      }
      if (state.status === 'detected' || state.status === 'confirming')
        expect(state.amountReceived >= terms.minDue).toBe(true)
    }),
    runs,
  )
})

test('nothing expires or fails by time while the watcher is behind', () => {
  fc.assert(
    fc.property(caseArbitrary, ({ terms, payments, context, previous }) => {
      const behind = { ...context, watcherTipFresh: false, decisions: { canceledAtMs: null, manual: null } }
      const { status } = reduceIntent(terms, payments, behind, previous)
      if (previous.status !== 'expired') expect(status).not.toBe('expired')
      if (previous.status !== 'failed') expect(status).not.toBe('failed')
    }),
    runs,
  )
})

test('the order of the payments does not matter', () => {
  fc.assert(
    fc.property(
      caseArbitrary,
      fc.infiniteStream(fc.nat()),
      ({ terms, payments, context, previous }, keys) => {
        const shuffled = payments
          .map((payment) => ({ payment, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ payment }) => payment)
        expect(reduceIntent(terms, shuffled, context, previous)).toEqual(
          reduceIntent(terms, payments, context, previous),
        )
      },
    ),
    runs,
  )
})

test('running again changes nothing', () => {
  fc.assert(
    fc.property(caseArbitrary, ({ terms, payments, context, previous }) => {
      const once = reduceIntent(terms, payments, context, previous)
      expect(reduceIntent(terms, payments, context, once)).toEqual(once)
    }),
    runs,
  )
})

test('every change follows the arrows', () => {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of intentArrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reachable = (from: string) => {
    const seen = new Set([from])
    for (const status of seen) for (const to of next.get(status) ?? []) seen.add(to)
    return seen
  }
  fc.assert(
    fc.property(caseArbitrary, ({ terms, payments, context, previous }) => {
      const { status } = reduceIntent(terms, payments, context, previous)
      expect(reachable(previous.status)).toContain(status)
    }),
    runs,
  )
})

const rank: Partial<Record<IntentState['status'], number>> = { detected: 1, confirming: 2, confirmed: 3 }

test('more confirmations never lower the state', () => {
  fc.assert(
    fc.property(
      caseArbitrary,
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 6, maxLength: 6 }),
      ({ terms, payments, context }, more) => {
        const before = reduceIntent(terms, payments, context, fresh)
        const deeper = payments.map((payment, at) => ({
          ...payment,
          confirmations: payment.confirmations + (more[at] ?? 0),
        }))
        const after = reduceIntent(terms, deeper, context, before)
        expect(after.amountConfirmed >= before.amountConfirmed).toBe(true)
        expect(after.confirmationsReached).toBeGreaterThanOrEqual(before.confirmationsReached)
        const [low, high] = [rank[before.status], rank[after.status]]
        if (low !== undefined) expect(high).toBeGreaterThanOrEqual(low)
      },
    ),
    runs,
  )
})

/** What a watcher reports of one payment, in its own order: seen, deeper, off the chain again, and so on. */
const historyArbitrary = (terms: IntentTerms) =>
  fc
    .record({
      payment: paymentArbitrary(terms),
      depths: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
    })
    .map(({ payment, depths }) => {
      const states: ObservedPayment[] = [{ ...payment, confirmations: 0, final: null, wasReorged: false }]
      for (const confirmations of depths) {
        const last = states.at(-1)
        if (!last) continue
        const wasReorged = last.wasReorged || confirmations < last.confirmations
        states.push({ ...last, confirmations, wasReorged })
      }
      return states
    })

test('the same chain events in any order, with the reducer run after each, end in the same state', () => {
  const arbitrary = termsArbitrary.chain((terms) =>
    fc.record({
      terms: fc.constant(terms),
      histories: fc.array(historyArbitrary(terms), { maxLength: 4 }),
      stockReservable: fc.boolean(),
      watcherTipFresh: fc.boolean(),
      nowMs: fc.integer({ min: 200, max: 500 }).map((minutes) => minutes * minute),
      orders: fc.tuple(
        fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 20 }),
        fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 20 }),
      ),
    }),
  )
  fc.assert(
    fc.property(arbitrary, ({ terms, histories, stockReservable, watcherTipFresh, nowMs, orders }) => {
      // The monitoring window is open: once it is over, an intent that failed in between stays failed.
      const open = { ...terms, monitorUntilMs: nowMs + 10_000 * minute }
      const context: IntentContext = {
        nowMs,
        startedAtMs: -1e9,
        watcherTipFresh,
        otherPaymentExists: false,
        stockReservable,
        isOrderCancelled: false,
        creation: 'reserved',
        decisions: { canceledAtMs: null, manual: null },
      }
      const play = (picks: readonly number[]): IntentState => {
        const positions = histories.map(() => -1)
        const observed = () =>
          histories.flatMap((states, at) => {
            const state = states[positions[at] ?? -1]
            return state ? [{ ...state, id: `${at}` }] : []
          })
        let state = reduceIntent(open, [], context, fresh)
        for (let step = 0; ; step += 1) {
          const left = histories.flatMap((states, at) =>
            (positions[at] ?? 0) < states.length - 1 ? [at] : [],
          )
          const chosen = left[(picks[step % picks.length] ?? 0) % Math.max(1, left.length)]
          if (chosen === undefined) return state
          positions[chosen] = (positions[chosen] ?? -1) + 1
          state = reduceIntent(open, observed(), context, state)
        }
      }
      const [one, other] = orders.map(play)
      const last = histories.flatMap((states, at) => {
        const state = states.at(-1)
        return state ? [{ ...state, id: `${at}` }] : []
      })
      expect(one).toEqual(other)
      // Reducing all of it at once gives the same result, with one exception: what had expired does not wait for a part again.
      const { status } = reduceIntent(open, last, context, fresh)
      expect(one?.status).toBe(
        one?.status === 'expired' && status === 'awaiting_transfer' ? 'expired' : status,
      )
    }),
    { numRuns: 1000 },
  )
})
