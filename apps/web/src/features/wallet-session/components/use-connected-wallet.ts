import { useEffect, useState, useSyncExternalStore } from 'react'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'
import { listWallets, subscribeWallets } from '../wallets/wallets.ts'

/** The installed wallet that already allows this address, queried without prompting the person; null while none is known. */
export function useConnectedWallet(address: string): WalletAdapter | null {
  const wallets = useSyncExternalStore(subscribeWallets, listWallets)
  const [found, setFound] = useState<WalletAdapter | null>(null)
  useEffect(() => {
    let isGone = false
    for (const wallet of wallets) {
      wallet.restore().then(
        (account) => {
          if (!isGone && account?.address.toLowerCase() === address.toLowerCase()) setFound(wallet)
        },
        () => undefined,
      )
    }
    return () => {
      isGone = true
    }
  }, [wallets, address])
  return found
}
