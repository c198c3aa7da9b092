import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { setFlash } from '../../../lib/forms/flash.ts'
import { isKnown, session } from '../../../lib/session/session-store.ts'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { walletSession } from '../wallets/wallet.ts'
import { AllWallets } from './all-wallets.tsx'
import styles from './connect-dialog.module.css'
import { ConnectProgress } from './connect-progress.tsx'
import { EmailSignIn } from './email-sign-in.tsx'
import { OnPhone } from './on-phone.tsx'
import { useWalletProblem } from './use-wallet-problem.ts'
import { WalletList } from './wallet-list.tsx'

type View = 'start' | 'all' | 'phone'

/** Ways to sign in: wallets here, on a phone, or still to be installed, and e-mail. Closes itself when the person is signed in or has to register. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wallet')
  const navigate = useNavigate()
  const problemText = useWalletProblem()
  const state = useSyncExternalStore(walletSession.subscribe, walletSession.getState)
  const [view, setView] = useState<View>('start')
  const onCloseRef = useRef(onClose)
  onCloseRef.current = onClose

  useEffect(() => {
    const close = () => {
      const state = session.getState()
      if (!isKnown(state)) return
      onCloseRef.current()
      if (state.kind === 'signed-in' && location.pathname === paths.home) navigate(paths.dashboard)
    }
    return session.subscribe(close)
  }, [navigate])

  const otpRequired = state.problem?.code === 'otp-required'
  useEffect(() => {
    if (!otpRequired) return
    walletSession.cancel()
    setFlash({ tone: 'caution', text: t('problem.otp-required') })
    onCloseRef.current()
    navigate(paths.welcomeSetup)
  }, [otpRequired, navigate, t])

  const close = () => {
    if (state.phase === 'connecting') walletSession.recheck()
    else walletSession.cancel()
    onClose()
  }

  const isChoosing = state.phase === 'disconnected' || state.phase === 'failed'
  const stack = useKeepFocus<HTMLDivElement>(isChoosing ? view : state.phase)
  const titles = { start: t('title'), all: t('allWallets'), phone: t('onPhone') }
  return (
    <Dialog title={isChoosing ? titles[view] : t('title')} onClose={close}>
      <div ref={stack} className={layout.stack}>
        {state.problem && (
          <Notice
            tone="error"
            actions={
              isChoosing &&
              state.wallet && (
                <Button onClick={() => state.wallet && walletSession.connect(state.wallet)}>
                  {t('retryWith', { wallet: state.wallet.name })}
                </Button>
              )
            }
          >
            {problemText(state.problem)}
          </Notice>
        )}
        {!isChoosing && <ConnectProgress state={state} />}
        {isChoosing && view !== 'start' && (
          <div>
            <Button kind="quiet" onClick={() => setView('start')}>
              ← {t('back')}
            </Button>
          </div>
        )}
        {isChoosing && view === 'start' && (
          <>
            <WalletList onChoose={(wallet) => walletSession.connect(wallet)} />
            <div className={styles.more}>
              <Button wide onClick={() => setView('all')}>
                {t('allWallets')}
              </Button>
              <Button wide onClick={() => setView('phone')}>
                {t('onPhone')}
              </Button>
            </div>
            <EmailSignIn />
          </>
        )}
        {isChoosing && view === 'all' && <AllWallets onChoose={(wallet) => walletSession.connect(wallet)} />}
        {isChoosing && view === 'phone' && <OnPhone />}
      </div>
    </Dialog>
  )
}
