import type { Namespace } from '@shipminer/contract/account/account'

/** Why a wallet did not do what was requested. */
export type WalletRefusal = 'declined' | 'request-pending' | 'otp-required' | 'failed'

/** Thrown by adapters and by nothing else in them. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly refusal: WalletRefusal

  constructor(refusal: WalletRefusal, cause?: unknown) {
    super(cause instanceof Error ? cause.message : refusal, cause === undefined ? undefined : { cause })
    this.refusal = refusal
  }
}

/** What a wallet answers when it is connected. */
export type WalletAccount = { address: string; isRightNetwork: boolean }

export type WalletChange = { accounts: readonly string[] } | { isRightNetwork: boolean }

/**
 * One installed wallet of any kind. To add a kind: write an adapter, and list its wallets in `wallets.ts`.
 * Every method may throw `WalletError`.
 */
export type WalletAdapter = {
  readonly id: string
  readonly name: string
  /** Image as a data address, already checked; null for none. */
  readonly icon: string | null
  readonly namespace: Namespace
  /** On another device, reached through a relay: it shows a code first. */
  readonly isRemote?: true
  /** Prompts the person. */
  connect(): Promise<WalletAccount>
  /** What is already allowed, without a prompt; null when nothing is. */
  restore(): Promise<WalletAccount | null>
  /** Signature over the server's text, in the form its login call takes. */
  sign(address: string, message: string): Promise<string>
  /** To the network of this id, else to the first that the product is set to. Kinds without networks do nothing. */
  switchNetwork(chainId?: string): Promise<void>
  disconnect(): Promise<void>
  /** Follows the wallet; returns how to stop. */
  watch(listener: (change: WalletChange) => void): () => void
}

/** Wallets bring their icon as a data address; only images are taken, and only as such (an SVG in an `img` runs no script). */
export function checkedIcon(icon: unknown): string | null {
  return typeof icon === 'string' &&
    icon.length < 200_000 &&
    /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon)
    ? icon
    : null
}
