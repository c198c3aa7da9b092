import { walletSession } from '../wallets/wallet.ts'
import { listWallets } from '../wallets/wallets.ts'
import { signOut } from './sign-in.ts'

/** What the Disconnect button does: the session ends, and the wallet forgets this site where it can. */
export async function disconnect(): Promise<void> {
  // A wallet on another device may have been connected by a page before this one.
  const remote = listWallets().filter(({ isRemote }) => isRemote)
  await Promise.all([signOut(), walletSession.disconnect(), ...remote.map((wallet) => wallet.disconnect())])
}
