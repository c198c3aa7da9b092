import { expect, test } from 'vitest'
import { type Withdrawal, type WithdrawalEvent, withdrawalTransition } from './withdrawal.ts'

const states: Withdrawal[] = [
  { kind: 'closed' },
  { kind: 'filling' },
  { kind: 'confirming' },
  { kind: 'sending' },
  { kind: 'failed', error: 'x' },
  { kind: 'done' },
]
const events: WithdrawalEvent[] = [
  { type: 'open' },
  { type: 'close' },
  { type: 'continue' },
  { type: 'back' },
  { type: 'confirm' },
  { type: 'received' },
  { type: 'failed', error: 'x' },
]
const expected: Record<Withdrawal['kind'], Partial<Record<WithdrawalEvent['type'], Withdrawal['kind']>>> = {
  closed: { open: 'filling' },
  filling: { close: 'closed', continue: 'confirming' },
  confirming: { back: 'filling', confirm: 'sending' },
  sending: { received: 'done', failed: 'failed' },
  failed: { back: 'filling', confirm: 'sending' },
  done: {},
}

test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
  '%j on %j',
  (state, event) => {
    expect(withdrawalTransition(state, event)?.kind ?? null).toBe(expected[state.kind][event.type] ?? null)
  },
)

test('nothing is withdrawn without the second step', () => {
  const toSending = states.filter((state) => withdrawalTransition(state, { type: 'confirm' }))
  expect(toSending.map(({ kind }) => kind)).toEqual(['confirming', 'failed'])
})
