import type { KeyValueStore } from './session-storage.ts'

/** Where the key of one order is kept in local storage. Anyone who has it may see and pay that order without an account. */
export const orderKeyName = (orderId: string) => `shipminer.order-key.${orderId}`

const keyPattern = /^[\x21-\x7e]{8,200}$/
const idPattern = /^[\w-]{1,64}$/

/** Typed access to the keys of orders over any store. Where storage is refused, a key lives as long as the page. */
export function createOrderKeys(store: KeyValueStore) {
  const remembered = new Map<string, string>()
  return {
    /** The key of an order; null when this browser has none that could be one. */
    get(orderId: string): string | null {
      const known = remembered.get(orderId)
      if (known !== undefined || !idPattern.test(orderId)) return known ?? null
      try {
        const key = store.getItem(orderKeyName(orderId))
        return key !== null && keyPattern.test(key) ? key : null
      } catch {
        return null
      }
    },
    /** Keeps a key; what cannot be one is passed over. */
    set(orderId: string, key: string): void {
      if (!keyPattern.test(key) || !idPattern.test(orderId)) return
      remembered.set(orderId, key)
      try {
        store.setItem(orderKeyName(orderId), key)
      } catch {
        // Storage is full or refused.
      }
    },
    remove(orderId: string): void {
      remembered.delete(orderId)
      try {
        store.removeItem(orderKeyName(orderId))
      } catch {
        // Storage is refused: nothing was kept.
      }
    },
  }
}

/** The keys that this browser has. */
export const orderKeys = createOrderKeys({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
})

/**
 * The key behind the `#` of a mail's link (`/order/<id>#key=<key>`), where no server log ever sees it.
 *
 * @example readOrderKey('#key=k_1234567') // 'k_1234567'
 */
export function readOrderKey(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key')
  return key !== null && keyPattern.test(key) ? key : null
}
