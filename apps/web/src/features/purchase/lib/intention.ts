/**
 * What makes one order of one intention, however often its button is pressed, and in however many tabs: all tabs of a browser share the
 * idempotency key of the order that is being made, in local storage under `shipminer.purchase-intention`. Once it led to an order, or
 * was refused, any new start takes a new key; a tab that began before keeps its own and gets the same order in answer.
 */
export const intentionName = 'shipminer.purchase-intention'

/** The shared intention. `isOver`: it led to an order (`orderId`), or the server refused. */
export type Intention = { key: string; isOver: boolean; orderId: string | null }

const keyPattern = /^[\w-]{8,64}$/

/** Reads what is kept; anything else counts as absent. */
export function parseIntention(kept: string | null): Intention | null {
  try {
    const read: unknown = JSON.parse(kept ?? '')
    if (typeof read !== 'object' || read === null) return null
    const { key, isOver, orderId } = read as Record<string, unknown>
    if (typeof key !== 'string' || !keyPattern.test(key) || typeof isOver !== 'boolean') return null
    return { key, isOver, orderId: typeof orderId === 'string' && keyPattern.test(orderId) ? orderId : null }
  } catch {
    return null
  }
}

/**
 * The key to send with. A tab keeps the key it began with (`own`) until it starts over with an empty one; then it joins the
 * intention that another tab has open, or makes a key.
 */
export function keyToUse(own: string, shared: Intention | null, makeKey: () => string): string {
  if (keyPattern.test(own)) return own
  return shared && !shared.isOver ? shared.key : makeKey()
}

/** The part of `Storage` that is used. */
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** The shared intention over a store; where it is refused, each tab has its own. */
export function createIntentions(store: Store, makeKey: () => string) {
  const read = (): Intention | null => {
    try {
      return parseIntention(store.getItem(intentionName))
    } catch {
      return null
    }
  }
  const write = (intention: Intention) => {
    try {
      store.setItem(intentionName, JSON.stringify(intention))
    } catch {
      // Storage is full or refused.
    }
  }
  return {
    begin(own: string): string {
      const key = keyToUse(own, read(), makeKey)
      if (key !== own) write({ key, isOver: false, orderId: null })
      return key
    },
    end(key: string, orderId: string | null): void {
      if (read()?.key === key) write({ key, isOver: true, orderId })
    },
    /** The order that an intention led to, as far as this browser knows. */
    orderOf(key: string): string | null {
      const shared = read()
      return shared?.key === key ? shared.orderId : null
    },
  }
}
