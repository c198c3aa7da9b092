import { checkedIcon } from './wallet-adapter.ts'

/** One account of a Wallet Standard wallet, read and checked. `source` goes back to the wallet as it came. */
export type StandardAccount = { address: string; source: object }

/** A Wallet Standard wallet as far as it is used. Nothing of it is believed unread. */
export type StandardWallet = {
  name: string
  icon: string | null
  chains: readonly string[]
  accounts(): readonly StandardAccount[]
  /** A method of a feature, or null; called on its feature as the standard has it. */
  method(feature: string, name: string): ((...args: unknown[]) => Promise<unknown>) | null
  /** Follows the accounts; returns how to stop. */
  onChange(listener: () => void): () => void
}

type Registration = { register(...wallets: unknown[]): () => void }

/**
 * Finds every wallet through the Wallet Standard's two events: wallets that loaded first are notified that the page is ready, those that
 * load later announce themselves. Returns how to stop.
 */
export function watchStandardWallets(
  target: EventTarget,
  onWallet: (wallet: StandardWallet) => void,
): () => void {
  const registration: Registration = Object.freeze({
    register(...wallets: unknown[]) {
      for (const candidate of wallets) {
        const wallet = readWallet(candidate)
        if (wallet) onWallet(wallet)
      }
      return () => undefined
    },
  })
  const onRegister = (event: Event) => {
    const callback = (event as CustomEvent<unknown>).detail
    if (typeof callback !== 'function') return
    try {
      callback(registration)
    } catch {
      // One broken wallet must not hide the others.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', onRegister)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: registration }))
  return () => target.removeEventListener('wallet-standard:register-wallet', onRegister)
}

/** The accounts in a wallet's answer or on the wallet itself; what does not look like one is left out. */
export function readAccounts(value: unknown): StandardAccount[] {
  const list = isRecord(value) && Array.isArray(value.accounts) ? value.accounts : value
  if (!Array.isArray(list)) return []
  return list.flatMap((account: unknown) =>
    isRecord(account) && typeof account.address === 'string' && account.address.length <= 200
      ? [{ address: account.address, source: account }]
      : [],
  )
}

/** The bytes a signing feature returned, if they sign exactly what was requested; null otherwise. */
export function readSignature(answer: unknown, asked: Uint8Array): Uint8Array | null {
  const output: unknown = Array.isArray(answer) ? answer[0] : undefined
  if (!isRecord(output)) return null
  const { signedMessage, signature } = output
  if (!(signature instanceof Uint8Array) || signature.length === 0 || signature.length > 1000) return null
  // Some wallets put their own words around the message; such a signature proves something else.
  if (signedMessage instanceof Uint8Array && !isSame(signedMessage, asked)) return null
  return signature
}

/** @example base64(Uint8Array.of(255)) // '/w==' */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function readWallet(candidate: unknown): StandardWallet | null {
  if (!isRecord(candidate)) return null
  const { name, chains, features } = candidate
  if (typeof name !== 'string' || name.trim() === '' || !Array.isArray(chains) || !isRecord(features))
    return null
  const method: StandardWallet['method'] = (feature, key) => {
    const part = features[feature]
    const found = isRecord(part) ? part[key] : undefined
    return typeof found === 'function' ? async (...args) => found.apply(part, args) : null
  }
  return {
    name: name.trim().slice(0, 60),
    icon: checkedIcon(candidate.icon),
    chains: chains.filter((chain): chain is string => typeof chain === 'string'),
    accounts: () => readAccounts(candidate.accounts),
    method,
    onChange(listener) {
      const events = features['standard:events']
      const on = isRecord(events) ? events.on : undefined
      const stop: unknown = typeof on === 'function' ? on.call(events, 'change', listener) : undefined
      return typeof stop === 'function' ? () => stop() : () => undefined
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
