import type { KeyValueStore } from '../../../lib/storage/session-storage.ts'

const nameOf = (controllerId: string) => `shipminer.box-key.${controllerId}`
const keyPattern = /^[A-Za-z0-9+/]{43}=$/

/**
 * The identity key that each box showed when a login was last sealed for it in this browser, so that another one is noticed. Where storage
 * is refused nothing is known.
 */
export function createKnownBoxes(store: KeyValueStore) {
  return {
    get(controllerId: string): string | null {
      try {
        const key = store.getItem(nameOf(controllerId))
        return key !== null && keyPattern.test(key) ? key : null
      } catch {
        return null
      }
    },
    set(controllerId: string, key: string): void {
      try {
        store.setItem(nameOf(controllerId), key)
      } catch {
        // Storage is full or refused.
      }
    },
  }
}
