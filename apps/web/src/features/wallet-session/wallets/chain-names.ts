import type { Namespace } from '@shipminer/contract/account/account'

/** Proper names, the same in every language. */
export const chainNames: Record<Namespace, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}
