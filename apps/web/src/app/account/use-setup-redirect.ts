import { setupRedirect } from '@shipminer/domain/accounts/setup-redirect'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { setFlash } from '../../lib/forms/flash.ts'
import { isKnown, session, useSession } from '../../lib/session/session-store.ts'

/**
 * Applies the setup redirect of docs/product.md 4.3. Leaving an unfinished setup ends the session and shows a notice, instead of
 * sending the person back for ever.
 */
export function useSetupRedirect(): void {
  const state = useSession()
  const { pathname, search } = useLocation()
  const { t } = useTranslation()
  const navigate = useNavigate()
  const previous = useRef(pathname)

  useEffect(() => {
    const before = previous.current
    previous.current = pathname
    const needsSetup = state.kind === 'registering' || (state.kind === 'signed-in' && state.needsSetup)
    if (needsSetup && before === paths.welcomeSetup && pathname !== paths.welcomeSetup) {
      session.signOut(true)
      setFlash({ tone: 'caution', text: t('walletDisconnected') })
      // The wallet drops its permission too; if this code could not be fetched, nothing changes for the person.
      import('../../features/wallet-session/lib/disconnect.ts').then(
        ({ disconnect }) => disconnect(),
        () => undefined,
      )
      return
    }
    const target = setupRedirect({
      isLoading: state.kind === 'loading',
      isConnected: isKnown(state),
      needsSetup,
      pathname,
    })
    // The query goes along, so that a link to claim a controller survives the setup.
    if (target) navigate({ pathname: target, search }, { replace: true })
  }, [state, pathname, search, navigate, t])
}
