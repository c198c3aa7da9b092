import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PayoutAddressEvent, payoutAddressDelayMs, payoutAddressState } from './payout-address.ts'

const delay = payoutAddressDelayMs
const requested = (address: string, at: number): PayoutAddressEvent => ({
  kind: 'requested',
  address,
  at,
  countsAt: at + delay,
})
const cancelled = (address: string, at: number): PayoutAddressEvent => ({
  kind: 'cancelled',
  address,
  at,
  countsAt: at,
})
const cleared = (address: string, at: number): PayoutAddressEvent => ({
  kind: 'cleared',
  address,
  at,
  countsAt: at,
})
const pendingB = { address: 'b', requestedAt: 10, countsAt: 10 + delay }

test.each<[string, PayoutAddressEvent[], number, ReturnType<typeof payoutAddressState>]>([
  ['nothing was asked', [], 0, { current: null, pending: null }],
  [
    'the last moment of the delay',
    [requested('a', 0)],
    delay - 1,
    { current: null, pending: { address: 'a', requestedAt: 0, countsAt: delay } },
  ],
  [
    'the delay is over',
    [requested('a', 0)],
    delay,
    { current: { address: 'a', since: delay }, pending: null },
  ],
  ['cancelled in time', [requested('a', 0), cancelled('a', 5)], delay * 9, { current: null, pending: null }],
  [
    'a newer request waits anew',
    [requested('a', 0), requested('b', 10)],
    delay + 5,
    { current: null, pending: pendingB },
  ],
  [
    'the old address counts until the new one does',
    [requested('a', -delay), requested('b', 10)],
    delay + 9,
    { current: { address: 'a', since: 0 }, pending: pendingB },
  ],
  [
    'a cancellation leaves the old address',
    [requested('a', -delay), requested('b', 10), cancelled('b', 20)],
    delay * 9,
    { current: { address: 'a', since: 0 }, pending: null },
  ],
  [
    'what counted already is not cancelled',
    [requested('a', 0), cancelled('a', delay + 1)],
    delay + 2,
    { current: { address: 'a', since: delay }, pending: null },
  ],
  [
    'cleared, nothing of it is left, counting or waiting',
    [requested('a', -delay), requested('b', 10), cleared('a', 20)],
    delay * 9,
    { current: null, pending: null },
  ],
  [
    'after clearing another is asked for as ever',
    [requested('a', -delay), cleared('a', 5), requested('b', 10)],
    delay + 5,
    { current: null, pending: pendingB },
  ],
])('%s', (_, events, now, state) => {
  expect(payoutAddressState(events, now)).toEqual(state)
})

test('whatever happens, an address counts no earlier than 48 hours after it was asked for', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('requested', 'cancelled'),
      after: fc.integer({ min: 0, max: 2 * delay }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 3 * delay }), (moves, wait) => {
      let at = 0
      const events = moves.map(({ kind, after }, index) => {
        at += after
        return kind === 'requested' ? requested(`${index}`, at) : cancelled('x', at)
      })
      const now = at + wait
      const { current, pending } = payoutAddressState(events, now)
      if (current) {
        const request = events[Number(current.address)]
        expect(request?.at).toBeLessThanOrEqual(now - delay)
        const stopped = events.some(
          (event, index) => index > Number(current.address) && event.at < current.since,
        )
        expect(stopped).toBe(false)
      }
      if (pending) expect(pending.countsAt).toBeGreaterThan(now)
    }),
  )
})
