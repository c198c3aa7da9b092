import { walletError } from '../lib/wallet-refusal.ts'
import { isBitcoinAddress } from './bitcoin-address.ts'
import { base64, readAccounts, readSignature, type StandardWallet } from './standard-wallets.ts'
import { type WalletAccount, type WalletAdapter, WalletError } from './wallet-adapter.ts'

/** True for a Wallet Standard wallet that can connect and sign a text on Bitcoin. */
export function isBitcoinWallet(wallet: StandardWallet): boolean {
  return (
    connectFeature(wallet) !== null &&
    wallet.method('bitcoin:signMessage', 'signMessage') !== null &&
    wallet.chains.some((chain) => chain === 'bitcoin:mainnet' || chain.startsWith('bip122:'))
  )
}

/** An adapter for a Bitcoin wallet by Wallet Standard. A wallet on a test network has no address that counts here: it is on the wrong one. */
export function createBitcoinAdapter(wallet: StandardWallet): WalletAdapter {
  async function call(feature: string | null, name: string, input: unknown): Promise<unknown> {
    const method = feature === null ? null : wallet.method(feature, name)
    if (!method) throw new WalletError('failed')
    try {
      return await method(input)
    } catch (thrown) {
      throw walletError(thrown)
    }
  }

  const find = (answer: unknown, address?: string) =>
    [...readAccounts(answer), ...wallet.accounts()].find(
      (account) => isBitcoinAddress(account.address) && (!address || account.address === address),
    ) ?? null

  const toAccount = (answer: unknown): WalletAccount | null => {
    const account = find(answer)
    if (account) return { address: account.address, isRightNetwork: true }
    const [foreign] = readAccounts(answer).filter(({ address }) => /^(tb1|bcrt1|[mn2])/.test(address))
    return foreign ? { address: foreign.address, isRightNetwork: false } : null
  }

  return {
    id: `bip122:${wallet.name}`,
    name: wallet.name,
    icon: wallet.icon,
    namespace: 'bip122',
    async connect() {
      const account = toAccount(await call(connectFeature(wallet), 'connect', { purposes: ['payment'] }))
      if (!account) throw new WalletError('failed')
      return account
    },
    // `bitcoin:connect` has no silent form; without the standard one, only what the wallet already exposes may be used.
    async restore() {
      const ask = wallet.method('standard:connect', 'connect')
      return toAccount(ask ? await ask({ silent: true }).catch(() => null) : null)
    },
    async sign(address, message) {
      const account = find(null, address)
      if (!account) throw new WalletError('failed')
      const bytes = new TextEncoder().encode(message)
      const input = { account: account.source, message: bytes }
      const signature = readSignature(await call('bitcoin:signMessage', 'signMessage', input), bytes)
      if (!signature) throw new WalletError('failed')
      return base64(signature)
    },
    // No standard has a request for it: the person changes the network in the wallet and connects again.
    async switchNetwork() {
      if (!toAccount(null)?.isRightNetwork) throw new WalletError('declined')
    },
    async disconnect() {
      const feature = wallet.method('bitcoin:disconnect', 'disconnect')
        ? 'bitcoin:disconnect'
        : 'standard:disconnect'
      await wallet
        .method(feature, 'disconnect')?.()
        .catch(() => undefined)
    },
    watch: (listener) =>
      wallet.onChange(() => {
        const account = find(null)
        listener({ accounts: account ? [account.address] : [] })
      }),
  }
}

function connectFeature(wallet: StandardWallet): string | null {
  return ['bitcoin:connect', 'standard:connect'].find((feature) => wallet.method(feature, 'connect')) ?? null
}
