import { expect, test } from 'vitest'
import { judgeFailure, type Placing, type PlacingEvent, placingTransition } from './placing.ts'

const states: Placing[] = [
  { kind: 'idle' },
  { kind: 'sending' },
  { kind: 'placed', orderId: 'o' },
  { kind: 'refused', error: 'x' },
  { kind: 'repriced', grossCents: 1 },
  { kind: 'uncertain', error: 'x' },
  { kind: 'used' },
]
const events: PlacingEvent[] = [
  { type: 'send' },
  { type: 'placed', orderId: 'o' },
  { type: 'refused', error: 'x' },
  { type: 'price-changed', grossCents: 2 },
  { type: 'lost', error: 'x' },
  { type: 'used' },
  { type: 'leave' },
]
const again = { send: 'sending' } as const
const expected: Record<Placing['kind'], Partial<Record<PlacingEvent['type'], Placing['kind']>>> = {
  idle: again,
  sending: {
    placed: 'placed',
    refused: 'refused',
    'price-changed': 'repriced',
    lost: 'uncertain',
    used: 'used',
  },
  placed: { leave: 'idle' },
  refused: again,
  repriced: again,
  uncertain: again,
  used: again,
}

test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
  '%j on %j',
  (state, event) => {
    expect(placingTransition(state, event)?.kind ?? null).toBe(expected[state.kind][event.type] ?? null)
  },
)

test('every state is reached', () => {
  const reached = new Set<string>(['idle'])
  let frontier: Placing[] = [{ kind: 'idle' }]
  while (frontier.length > 0) {
    const next = frontier.flatMap((state) =>
      events.map((event) => placingTransition(state, event)).filter((found) => found !== null),
    )
    frontier = next.filter(({ kind }) => !reached.has(kind))
    for (const { kind } of frontier) reached.add(kind)
  }
  expect([...reached].sort()).toEqual(states.map(({ kind }) => kind).sort())
})

test.each([
  [409, 'price-changed', 'price-changed'],
  [422, 'idempotency-mismatch', 'used'],
  [409, 'idempotency-in-progress', 'busy'],
  [409, 'out-of-stock', 'refused'],
  [400, 'required-fields-missing', 'refused'],
  [401, null, 'refused'],
  [429, 'rate-limited', 'lost'],
  [408, null, 'lost'],
  [500, 'internal-error', 'lost'],
  [503, 'service-unavailable', 'lost'],
  [0, 'network', 'lost'],
  [200, 'answer-invalid', 'lost'],
] as const)('%d %s is %s', (status, code, meaning) => {
  expect(judgeFailure({ status, code })).toBe(meaning)
})
