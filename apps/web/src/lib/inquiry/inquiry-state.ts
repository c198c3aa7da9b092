/**
 * Sending one inquiry.
 *
 *   typing --send--> sending --received--> sent --again--> typing
 *                    sending --failed--> failed --send--> sending
 *
 * A second `send` while one is under way is refused, so a double click sends once.
 */
export type InquiryState =
  | { kind: 'typing' }
  | { kind: 'sending' }
  | { kind: 'sent'; reference: string }
  | { kind: 'failed'; error: unknown }

export type InquiryEvent =
  | { type: 'send' }
  | { type: 'received'; reference: string }
  | { type: 'failed'; error: unknown }
  | { type: 'again' }

const allowed: Record<InquiryState['kind'], readonly InquiryEvent['type'][]> = {
  typing: ['send'],
  sending: ['received', 'failed'],
  sent: ['again'],
  failed: ['send'],
}

export const firstInquiryState: InquiryState = { kind: 'typing' }

/** The state after an event, or null where the event is not for this state. */
export function inquiryTransition(state: InquiryState, event: InquiryEvent): InquiryState | null {
  if (!allowed[state.kind].includes(event.type)) return null
  switch (event.type) {
    case 'send':
      return { kind: 'sending' }
    case 'received':
      return { kind: 'sent', reference: event.reference }
    case 'failed':
      return { kind: 'failed', error: event.error }
    case 'again':
      return { kind: 'typing' }
  }
}
