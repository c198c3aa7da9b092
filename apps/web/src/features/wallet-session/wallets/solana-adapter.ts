import { walletError } from '../lib/wallet-refusal.ts'
import { base64, readAccounts, readSignature, type StandardWallet } from './standard-wallets.ts'
import { type WalletAccount, type WalletAdapter, WalletError } from './wallet-adapter.ts'

/** True for a Wallet Standard wallet that can connect and sign a text on Solana. */
export function isSolanaWallet(wallet: StandardWallet): boolean {
  return (
    wallet.chains.some((chain) => chain.startsWith('solana:')) &&
    wallet.method('standard:connect', 'connect') !== null &&
    wallet.method('solana:signMessage', 'signMessage') !== null
  )
}

/**
 * An adapter for a Solana wallet by Wallet Standard. `solana:signIn` is not used: there the wallet would write the message, and the
 * server signs in only over its own. Solana has no wrong network for a signature.
 */
export function createSolanaAdapter(wallet: StandardWallet): WalletAdapter {
  async function call(feature: string, name: string, ...args: unknown[]): Promise<unknown> {
    const method = wallet.method(feature, name)
    if (!method) throw new WalletError('failed')
    try {
      return await method(...args)
    } catch (thrown) {
      throw walletError(thrown)
    }
  }

  /** A wallet of several chains lists accounts of all of them. */
  const find = (answer: unknown, address?: string) =>
    [...readAccounts(answer), ...wallet.accounts()].find(
      (account) => isSolanaAddress(account.address) && (!address || account.address === address),
    ) ?? null
  const toAccount = (answer: unknown): WalletAccount | null => {
    const account = find(answer)
    return account && { address: account.address, isRightNetwork: true }
  }

  return {
    id: `solana:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    namespace: 'solana',
    async connect() {
      const account = toAccount(await call('standard:connect', 'connect'))
      if (!account) throw new WalletError('failed')
      return account
    },
    restore: async () => toAccount(await call('standard:connect', 'connect', { silent: true })),
    async sign(address, message) {
      const account = find(null, address)
      if (!account) throw new WalletError('failed')
      const bytes = new TextEncoder().encode(message)
      const answer = await call('solana:signMessage', 'signMessage', {
        account: account.source,
        message: bytes,
      })
      const signature = readSignature(answer, bytes)
      if (signature?.length !== 64) throw new WalletError('failed')
      return base64(signature)
    },
    switchNetwork: async () => undefined,
    async disconnect() {
      await wallet
        .method('standard:disconnect', 'disconnect')?.()
        .catch(() => undefined)
    },
    watch: (listener) =>
      wallet.onChange(() => {
        const account = find(null)
        listener({ accounts: account ? [account.address] : [] })
      }),
  }
}

function isSolanaAddress(address: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
}
