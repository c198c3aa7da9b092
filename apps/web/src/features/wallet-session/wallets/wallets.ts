import { requestProviders } from 'mipd'
import { walletConnectProjectId } from '../../../config/env.ts'
import { createBitcoinAdapter, isBitcoinWallet } from './bitcoin-adapter.ts'
import { createEthereumAdapter } from './ethereum-adapter.ts'
import type { InjectedPage } from './injected-bitcoin.ts'
import { createSolanaAdapter, isSolanaWallet } from './solana-adapter.ts'
import { watchStandardWallets } from './standard-wallets.ts'
import type { WalletAdapter } from './wallet-adapter.ts'
import { walletNetworks } from './wallet-networks.ts'

const listeners = new Set<() => void>()
let wallets: readonly WalletAdapter[] = []
let isListening = false

/** The same wallet may announce itself twice, and a Bitcoin wallet in two ways; the first way counts. */
function add(adapter: WalletAdapter): void {
  const isKnown = wallets.some(
    (wallet) =>
      wallet.id === adapter.id ||
      (adapter.namespace === 'bip122' &&
        wallet.namespace === 'bip122' &&
        isSameName(wallet.name, adapter.name)),
  )
  if (isKnown) return
  wallets = [...wallets, adapter]
  for (const listener of listeners) listener()
}

/** `Xverse Wallet` and `Xverse` are one. */
function isSameName(a: string, b: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\s*wallet$/, '')
  return plain(a) === plain(b)
}

/** Wallets announce themselves whenever they are ready, so the list grows while it is shown. */
function listen(): void {
  if (!isListening) {
    isListening = true
    requestProviders((announced) => add(createEthereumAdapter(announced, walletNetworks)))
    watchStandardWallets(window, (wallet) => {
      if (isSolanaWallet(wallet)) add(createSolanaAdapter(wallet))
      if (isBitcoinWallet(wallet)) add(createBitcoinAdapter(wallet))
    })
    offerRemote()
  }
  lookForInjected()
}

/** Wallets on other devices, where the server is set to it; its code is fetched only then. */
function offerRemote(): void {
  const projectId = walletConnectProjectId()
  if (projectId === null) return
  import('../walletconnect/walletconnect.ts').then(
    ({ createWalletConnect }) => add(createWalletConnect(projectId, walletNetworks)),
    () => undefined,
  )
}

/** Wallets that follow no standard do not announce themselves: they are looked for on every call. */
function lookForInjected(): void {
  const page = window as unknown as InjectedPage
  if (!page.btc_providers && !page.unisat) return
  import('./injected-bitcoin.ts').then(
    ({ findInjectedBitcoinWallets }) => findInjectedBitcoinWallets(page).forEach(add),
    () => undefined,
  )
}

/** Follows the installed wallets; returns how to stop. */
export function subscribeWallets(listener: () => void): () => void {
  listeners.add(listener)
  listen()
  return () => listeners.delete(listener)
}

/** The wallets known so far. */
export function listWallets(): readonly WalletAdapter[] {
  return wallets
}
