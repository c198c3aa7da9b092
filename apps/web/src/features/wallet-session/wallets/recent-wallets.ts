import type { KeyValueStore } from '../../../lib/storage/session-storage.ts'

/** This feature's own key in local storage: ids of the wallets last connected with, newest first. No address is in it. */
export const recentWalletsKey = 'shipminer.recent-wallets'
const maxRecent = 3

/** The ids that were kept; none if they are unreadable. */
export function readRecentWallets(store: Pick<KeyValueStore, 'getItem'>): string[] {
  try {
    const value: unknown = JSON.parse(store.getItem(recentWalletsKey) ?? '[]')
    return Array.isArray(value)
      ? value.filter((id): id is string => typeof id === 'string' && id.length <= 200).slice(0, maxRecent)
      : []
  } catch {
    return []
  }
}

/** Puts a wallet first. Where storage is refused nothing is remembered. */
export function rememberWallet(store: Pick<KeyValueStore, 'getItem' | 'setItem'>, id: string): void {
  const ids = [id, ...readRecentWallets(store).filter((known) => known !== id)].slice(0, maxRecent)
  try {
    store.setItem(recentWalletsKey, JSON.stringify(ids))
  } catch {
    // Nothing is lost but a convenience.
  }
}

/** The wallet that signed in last in this browser, as `recentId` names it: the one behind an existing session. Null when none is known. */
export function lastWalletId(): string | null {
  try {
    return readRecentWallets(localStorage)[0] ?? null
  } catch {
    // Reading `localStorage` itself throws where it is refused.
    return null
  }
}

/** What is remembered of an adapter: EIP-6963 gives every page load another uuid, so only what stays the same. */
export function recentId(adapter: { namespace: string; name: string }): string {
  return `${adapter.namespace}:${adapter.name}`
}
