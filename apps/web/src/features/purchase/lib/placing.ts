/**
 * Placing one order.
 *
 *   idle --send--> sending --placed--> placed --leave--> idle
 *                  sending --refused--> refused      nothing was placed; the next try is a new intention
 *                  sending --price-changed--> repriced   nothing was placed; the new total is shown and asked again
 *                  sending --lost--> uncertain      no answer: it may be placed, so the next try is the same intention
 *                  sending --used--> used           this intention was used for an order with other data
 *   refused, repriced, uncertain, used --send--> sending
 *
 * A second `send` while one is under way is refused, so a double click sends once.
 */
export type Placing =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'placed'; orderId: string }
  | { kind: 'refused'; error: unknown }
  | { kind: 'repriced'; grossCents: number }
  | { kind: 'uncertain'; error: unknown }
  | { kind: 'used' }

export type PlacingEvent =
  | { type: 'send' }
  | { type: 'placed'; orderId: string }
  | { type: 'refused'; error: unknown }
  | { type: 'price-changed'; grossCents: number }
  | { type: 'lost'; error: unknown }
  | { type: 'used' }
  | { type: 'leave' }

const allowed: Record<Placing['kind'], readonly PlacingEvent['type'][]> = {
  idle: ['send'],
  sending: ['placed', 'refused', 'price-changed', 'lost', 'used'],
  placed: ['leave'],
  refused: ['send'],
  repriced: ['send'],
  uncertain: ['send'],
  used: ['send'],
}

/** The state after an event, or null where the event is not for this state. */
export function placingTransition(state: Placing, event: PlacingEvent): Placing | null {
  if (!allowed[state.kind].includes(event.type)) return null
  switch (event.type) {
    case 'send':
      return { kind: 'sending' }
    case 'placed':
      return { kind: 'placed', orderId: event.orderId }
    case 'refused':
      return { kind: 'refused', error: event.error }
    case 'price-changed':
      return { kind: 'repriced', grossCents: event.grossCents }
    case 'lost':
      return { kind: 'uncertain', error: event.error }
    case 'used':
      return { kind: 'used' }
    case 'leave':
      return { kind: 'idle' }
  }
}

/** What a failed call means for the order. */
export type PlacingFailure = 'refused' | 'price-changed' | 'lost' | 'used' | 'busy'

/**
 * A refusal is a definite answer: nothing was placed. No answer, one that cannot be read, and a failure of the server leave it open; so
 * does a rate limit, which is checked before anything else.
 */
export function judgeFailure(failure: { status: number; code: string | null }): PlacingFailure {
  if (failure.code === 'price-changed') return 'price-changed'
  if (failure.code === 'idempotency-mismatch') return 'used'
  if (failure.code === 'idempotency-in-progress') return 'busy'
  const isRefusal =
    failure.status >= 400 && failure.status < 500 && failure.status !== 408 && failure.status !== 429
  return isRefusal ? 'refused' : 'lost'
}
