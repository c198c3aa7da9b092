import { expect, test } from 'vitest'
import {
  listPayoutRunEvents,
  type PayoutRunEvent,
  type PayoutRunState,
  payoutRunEvents,
  payoutRunStates,
  transitionPayoutRun,
} from './payout-run.ts'

const expected: Record<PayoutRunState, Record<PayoutRunEvent, PayoutRunState | null>> = {
  draft: { export: 'exported', import: null, replace: null, confirm: null, cancel: 'cancelled' },
  exported: { export: 'exported', import: 'broadcast', replace: null, confirm: null, cancel: 'cancelled' },
  broadcast: { export: null, import: null, replace: 'broadcast', confirm: 'confirmed', cancel: null },
  confirmed: { export: null, import: null, replace: null, confirm: null, cancel: null },
  cancelled: { export: null, import: null, replace: null, confirm: null, cancel: null },
}

const matrix = payoutRunStates.flatMap((state) => payoutRunEvents.map((event) => [state, event] as const))

test.each(matrix)('%s, %s', (state, event) => {
  const next = expected[state][event]
  expect(transitionPayoutRun(state, event)).toEqual(
    next === null ? { ok: false, reason: 'wrong-state' } : { ok: true, state: next },
  )
  expect(listPayoutRunEvents(state).includes(event)).toBe(next !== null)
})

test('every state is reached from a draft', () => {
  const reached = new Set<PayoutRunState>(['draft'])
  for (const from of reached)
    for (const event of listPayoutRunEvents(from)) {
      const result = transitionPayoutRun(from, event)
      if (result.ok) reached.add(result.state)
    }
  expect([...reached].toSorted()).toEqual([...payoutRunStates].toSorted())
})
