import { walletSession } from '../wallets/wallet.ts'
import { listWallets } from '../wallets/wallets.ts'

/** Every wallet that is connected forgets this site, where it can. */
export async function forgetSite(): Promise<void> {
  // A wallet on another device may have been connected by a page before this one.
  const remote = listWallets().filter(({ isRemote }) => isRemote)
  await Promise.all([walletSession.disconnect(), ...remote.map((wallet) => wallet.disconnect())])
}
