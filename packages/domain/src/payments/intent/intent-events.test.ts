import { describe, expect, test } from 'vitest'
import type { IntentState, IntentStatus } from './intent.ts'
import { intentEvents } from './intent-events.ts'

function state(status: IntentStatus, change: Partial<IntentState> = {}): IntentState {
  return {
    status,
    exceptions: [],
    amountReceived: 0n,
    amountConfirmed: 0n,
    amountRemaining: 1000n,
    amountToRefund: 0n,
    effectiveExpiresAtMs: 900,
    confirmationsReached: 0,
    ...change,
  }
}

const full = { amountReceived: 1000n, amountRemaining: 0n }
const part = { exceptions: ['underpaid' as const], amountReceived: 400n }
const paid = { ...full, amountConfirmed: 1000n }

describe('what is told', () => {
  test.each([
    ['a new one', null, state('awaiting_transfer'), ['created', 'awaiting']],
    ['one that failed at once', null, state('failed'), ['created', 'failed']],
    ['nothing new', state('detected', full), state('detected', full), []],
    ['a part', state('awaiting_transfer'), state('awaiting_transfer', part), ['partially_paid']],
    [
      'another part',
      state('awaiting_transfer', part),
      state('awaiting_transfer', { ...part, amountReceived: 500n }),
      ['partially_paid'],
    ],
    ['enough', state('awaiting_transfer', part), state('detected', full), ['processing']],
    ['a block', state('detected', full), state('confirming', full), []],
    ['all at once', state('awaiting_transfer'), state('confirmed', paid), ['succeeded']],
    ['by staff', state('failed'), state('manually_completed'), ['succeeded']],
    ['a reorganised chain', state('confirmed', paid), state('confirming', full), ['reverted']],
    ['a replaced payment', state('detected', full), state('awaiting_transfer'), ['reverted', 'awaiting']],
    ['the end', state('awaiting_transfer'), state('expired'), ['expired']],
    [
      'late money',
      state('expired'),
      state('detected', { ...full, exceptions: ['late'] }),
      ['late', 'processing'],
    ],
    ['another method', state('awaiting_transfer'), state('canceled'), ['canceled']],
  ] as Array<[string, IntentState | null, IntentState, string[]]>)('%s', (_, before, after, types) => {
    expect(intentEvents(before, after)).toEqual(types.map((type) => `payment_intent.${type}`))
  })
})
