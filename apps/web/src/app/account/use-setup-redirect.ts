import { setupRedirect } from '@shipminer/domain/accounts/setup-redirect'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { signOut } from '../../features/wallet-session/lib/sign-out.ts'
import { loadChunk } from '../../lib/chunks/chunk-loader.ts'
import { setFlash } from '../../lib/forms/flash.ts'
import { isKnown, useSession } from '../../lib/session/session-store.ts'

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
      void signOut()
      setFlash({ tone: 'caution', text: t('walletDisconnected') })
      loadChunk(() => import('../../features/wallet-session/lib/forget-site.ts')).then(
        ({ forgetSite }) => forgetSite(),
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
