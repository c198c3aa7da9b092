import { productName } from '../../../config/env.ts'
import { createEthereumAdapter, type GetNetworks } from '../wallets/ethereum-adapter.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import { setPairing } from './pairing.ts'
import { createRemoteProvider } from './walletconnect-provider.ts'

/** Wallets on other devices, by WalletConnect. Its client is loaded when it is picked, or when it has a session. */
export function createWalletConnect(projectId: string, getNetworks: GetNetworks): WalletAdapter {
  const provider = createRemoteProvider({
    async openClient() {
      const { openRemoteClient } = await import('./walletconnect-client.ts')
      return openRemoteClient({ projectId, productName, origin: location.origin, store: localStorage })
    },
    getNetworks,
    showCode: (uri) => setPairing({ uri }),
    showApp: (appUrl) => setPairing({ appUrl }),
    store: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
  })
  const info = { uuid: 'relay', name: 'WalletConnect', icon: '', rdns: 'com.walletconnect' }
  return { ...createEthereumAdapter({ info, provider }, getNetworks), isRemote: true }
}
