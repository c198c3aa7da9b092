import { recentId } from '../wallets/recent-wallets.ts'
import type { WalletAdapter } from '../wallets/wallet-adapter.ts'

/** Installed wallets and how to be notified of more of them. */
export type WalletDirectory = {
  list(): readonly WalletAdapter[]
  subscribe(listener: () => void): () => void
}

/** The address that signed for a session, and the wallet it was in as `recentId` names it; null where that is not known. */
export type Followed = { address: string; walletId: string | null }

/** What is reported of the wallet that is followed. `onNetwork` comes with each answer of it, the first included. */
export type Following = { onChanged: () => void; onNetwork: (isRightNetwork: boolean) => void }

/**
 * Follows the wallet behind an existing session. Calls `onChanged` when it switches to another account, and also when it switched while
 * no page was watching: before this page opened, or while the wallet was locked. It is queried without prompting the person. An empty
 * answer is not another account: wallets also lock themselves. Returns how to stop.
 *
 * Other wallets say nothing about the session. Where its own is not known, or two of its name are installed, those count that have shown
 * the address.
 */
export function followAccount(
  wallets: WalletDirectory,
  { address, walletId }: Followed,
  { onChanged, onNetwork }: Following,
): () => void {
  const known = address.toLowerCase()
  const seen = new Set<string>()
  const stops: (() => void)[] = []
  let isStopped = false

  const isKnown = (account: string) => account.toLowerCase() === known
  const isOfSession = (wallet: WalletAdapter) => recentId(wallet) === walletId
  const isOnlyOne = () => wallets.list().filter(isOfSession).length === 1

  async function follow(wallet: WalletAdapter): Promise<void> {
    if (walletId !== null && !isOfSession(wallet)) return
    let hasShown = false
    const judge = (present: string | undefined) => {
      if (isStopped || present === undefined) return
      if (isKnown(present)) hasShown = true
      else if (hasShown || (isOfSession(wallet) && isOnlyOne())) {
        stop()
        onChanged()
      }
    }
    // Watched before it is queried, so that no switch is lost between the two.
    stops.push(
      wallet.watch((change) => {
        if ('accounts' in change) judge(change.accounts[0])
        else if (hasShown && !isStopped) onNetwork(change.isRightNetwork)
      }),
    )
    const account = await wallet.restore().catch(() => null)
    judge(account?.address)
    if (account && hasShown && !isStopped) onNetwork(account.isRightNetwork)
  }

  function lookAtNew(): void {
    for (const wallet of wallets.list()) {
      if (seen.has(wallet.id)) continue
      seen.add(wallet.id)
      follow(wallet)
    }
  }

  function stop(): void {
    isStopped = true
    for (const end of stops.splice(0)) end()
  }

  stops.push(wallets.subscribe(lookAtNew))
  lookAtNew()
  return stop
}
