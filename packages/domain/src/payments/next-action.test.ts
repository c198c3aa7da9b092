import { expect, test } from 'vitest'
import type { IntentException, IntentState, IntentStatus } from './intent.ts'
import { isWatchedClosely, needsStaff, nextAction, paymentStage } from './next-action.ts'

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

const terms = { confirmationsRequired: 3 }
const part = { amountReceived: 400n, amountRemaining: 600n }

test.each([
  ['creating', {}, 0, { stage: 'creating' }, 'wait'],
  [
    'awaiting_transfer',
    {},
    0,
    { stage: 'awaiting', amount: 1000n, isRemainder: false, expiresAtMs: 900, isQuoteOver: false },
    'send',
  ],
  [
    'awaiting_transfer',
    part,
    0,
    { stage: 'awaiting', amount: 600n, isRemainder: true, expiresAtMs: 900, isQuoteOver: false },
    'send-remainder',
  ],
  [
    'awaiting_transfer',
    part,
    900,
    { stage: 'awaiting', amount: 600n, isRemainder: true, expiresAtMs: 900, isQuoteOver: true },
    'wait',
  ],
  ['detected', {}, 0, { stage: 'detected', confirmationsRequired: 3 }, 'wait'],
  [
    'confirming',
    { confirmationsReached: 2 },
    0,
    { stage: 'confirming', confirmations: 2, confirmationsRequired: 3 },
    'wait',
  ],
  ['confirmed', {}, 0, { stage: 'confirmed' }, 'none'],
  ['manually_completed', {}, 0, { stage: 'manually-completed' }, 'none'],
  ['expired', {}, 0, { stage: 'expired', hasMoney: false }, 'retry'],
  ['expired', part, 0, { stage: 'expired', hasMoney: true }, 'contact'],
  ['failed', {}, 0, { stage: 'error', hasMoney: false }, 'retry'],
  ['failed', part, 0, { stage: 'error', hasMoney: true }, 'contact'],
  ['canceled', {}, 0, { stage: 'canceled', hasMoney: false }, 'none'],
  ['canceled', part, 0, { stage: 'canceled', hasMoney: true }, 'contact'],
] as const)('%s %o at %i', (status, change, nowMs, stage, action) => {
  const shown = paymentStage(state(status, change), terms, nowMs)
  expect(shown).toEqual(stage)
  expect(nextAction(shown)).toBe(action)
})

test.each([
  ['awaiting_transfer', [], {}, false],
  ['awaiting_transfer', ['underpaid'], part, false],
  ['awaiting_transfer', ['wrong_network'], {}, true],
  ['confirming', ['reorged'], {}, true],
  ['confirmed', ['late'], {}, false],
  ['confirmed', ['overpaid'], { amountToRefund: 5n }, true],
  ['expired', [], {}, false],
  ['expired', ['underpaid'], part, true],
  ['canceled', ['late'], part, true],
  ['manually_completed', ['underpaid', 'manual'], part, false],
] as Array<[IntentStatus, IntentException[], Partial<IntentState>, boolean]>)(
  'staff looks at %s %j %o: %s',
  (status, exceptions, change, expected) => {
    expect(needsStaff(state(status, { exceptions, ...change }))).toBe(expected)
  },
)

test('addresses are watched until the end of the window, and longer while something is open', () => {
  expect(isWatchedClosely('expired', { monitorUntilMs: 10 }, 9)).toBe(true)
  expect(isWatchedClosely('expired', { monitorUntilMs: 10 }, 10)).toBe(false)
  expect(isWatchedClosely('confirming', { monitorUntilMs: 10 }, 99)).toBe(true)
})
