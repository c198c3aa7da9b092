import { expect, test } from 'vitest'
import type { IntentException, IntentState, IntentStatus } from './intent/intent.ts'
import { needsStaff } from './needs-staff.ts'

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

const part = { amountReceived: 400n, amountRemaining: 600n }

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
