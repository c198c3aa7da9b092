import { expect, test } from 'vitest'
import {
  firstInquiryState,
  type InquiryEvent,
  type InquiryState,
  inquiryTransition,
} from './inquiry-state.ts'

const states: InquiryState[] = [
  { kind: 'typing' },
  { kind: 'sending' },
  { kind: 'sent', reference: 'C-7K3QXM' },
  { kind: 'failed', error: 'x' },
]
const events: InquiryEvent[] = [
  { type: 'send' },
  { type: 'received', reference: 'C-7K3QXM' },
  { type: 'failed', error: 'x' },
  { type: 'again' },
]
const expected: Record<InquiryState['kind'], Partial<Record<InquiryEvent['type'], InquiryState['kind']>>> = {
  typing: { send: 'sending' },
  sending: { received: 'sent', failed: 'failed' },
  sent: { again: 'typing' },
  failed: { send: 'sending' },
}

test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
  '%j on %j',
  (state, event) => {
    expect(inquiryTransition(state, event)?.kind ?? null).toBe(expected[state.kind][event.type] ?? null)
  },
)

test('every state is reached', () => {
  const reached = new Set<string>([firstInquiryState.kind])
  let frontier = [firstInquiryState]
  while (frontier.length > 0) {
    const next = frontier.flatMap((state) =>
      events.map((event) => inquiryTransition(state, event)).filter((found) => found !== null),
    )
    frontier = next.filter(({ kind }) => !reached.has(kind))
    for (const { kind } of frontier) reached.add(kind)
  }
  expect([...reached].sort()).toEqual(['failed', 'sending', 'sent', 'typing'])
})
