import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { setFlash } from '../../../lib/forms/flash.ts'
import { type SessionState, useSessionFact } from '../../../lib/session/session-store.ts'
import { setWrongNetwork } from '../lib/wallet-network.ts'

/**
 * Ends the session, or the registration, when the wallet behind it turns to another account or was turned meanwhile, and notes when it is
 * on a wrong network. The code for it is fetched when there is such a session.
 */
export function useFollowAccount(): void {
  // The translator itself never changes; `t` changes as texts arrive, and each change would start following again.
  const { i18n } = useTranslation()
  const address = useSessionFact(addressOf)

  useEffect(() => {
    if (!address) return
    let stop: () => void = () => undefined
    let isGone = false
    Promise.all([
      import('../lib/follow-account.ts'),
      import('../wallets/wallets.ts'),
      import('../wallets/recent-wallets.ts'),
      import('../lib/sign-in.ts'),
    ]).then(
      ([{ followAccount }, { listWallets, subscribeWallets }, { lastWalletId }, { dropSession }]) => {
        if (isGone) return
        const followed = { address, walletId: lastWalletId() }
        const onChanged = () => {
          dropSession()
          setFlash({ tone: 'caution', text: i18n.t('walletDisconnected') })
        }
        stop = followAccount({ list: listWallets, subscribe: subscribeWallets }, followed, {
          onChanged,
          onNetwork: (isRight) => setWrongNetwork(!isRight),
        })
      },
      // Without this code the session is simply not followed; the server still knows whose it is.
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
      setWrongNetwork(false)
    }
  }, [address, i18n])
}

function addressOf(state: SessionState): string | null {
  if (state.kind === 'registering') return state.walletAddress
  return state.kind === 'signed-in' ? state.user.wallet_address : null
}
