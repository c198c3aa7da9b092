import type { KnownWallet } from './known-wallets.ts'
import { recentId } from './recent-wallets.ts'
import type { WalletAdapter } from './wallet-adapter.ts'

/** What the dialog offers, each wallet in one group only. */
export type WalletChoice = {
  recent: readonly WalletAdapter[]
  installed: readonly WalletAdapter[]
  /** Those on other devices. */
  remote: readonly WalletAdapter[]
  /** Common wallets that are not installed; at most 4 (docs/product.md 9.4). */
  recommended: readonly KnownWallet[]
}

export const maxRecommended = 4
/** Fewer letters than this do not narrow the list (docs/product.md 9.4). */
export const minSearchLength = 2
/** How long typing must rest before the list is narrowed, ms (docs/product.md 5.13). */
export const searchDebounceMs = 100

/** Groups the installed and the known wallets. */
export function chooseWallets(
  installed: readonly WalletAdapter[],
  known: readonly KnownWallet[],
  recentIds: readonly string[],
): WalletChoice {
  const recent = recentIds.flatMap((id) => installed.filter((wallet) => recentId(wallet) === id).slice(0, 1))
  const others = installed.filter((wallet) => !recent.includes(wallet))
  return {
    recent,
    installed: others.filter(({ isRemote }) => !isRemote),
    remote: others.filter(({ isRemote }) => isRemote),
    recommended: listMissing(installed, known).slice(0, maxRecommended),
  }
}

/** Known wallets of which nothing is installed. */
export function listMissing(
  installed: readonly WalletAdapter[],
  known: readonly KnownWallet[],
): KnownWallet[] {
  const names = new Set(installed.map((wallet) => plainName(wallet.name)))
  return known.filter((wallet) => !names.has(plainName(wallet.name)))
}

/** Those whose name contains the words, whatever the case; fewer than 2 letters leave the list whole. */
export function searchWallets<T extends { name: string }>(
  wallets: readonly T[],
  query: string,
): readonly T[] {
  const wanted = query.trim().toLowerCase()
  return wanted.length < minSearchLength
    ? wallets
    : wallets.filter((wallet) => wallet.name.toLowerCase().includes(wanted))
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\s*wallet$/, '')
}
