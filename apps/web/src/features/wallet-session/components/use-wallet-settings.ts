import { useEffect, useState } from 'react'
import { type WalletSettings, walletSettings } from '../wallets/wallet-networks.ts'

/** The server's settings for wallets; null until they are here. */
export function useWalletSettings(): WalletSettings | null {
  const [settings, setSettings] = useState<WalletSettings | null>(null)
  useEffect(() => {
    let isGone = false
    walletSettings().then((found) => {
      if (!isGone) setSettings(found)
    })
    return () => {
      isGone = true
    }
  }, [])
  return settings
}
