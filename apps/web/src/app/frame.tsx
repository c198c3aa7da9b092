import { lazy, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFollowAccount } from '../features/wallet-session/components/use-follow-account.ts'
import { setFlash, useFlash } from '../lib/flash.ts'
import { useSession } from '../lib/session/session-store.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './frame.module.css'
import { Header } from './frame-header.tsx'

const Footer = later(lazy(() => import('./frame-footer.tsx').then((module) => ({ default: module.Footer }))))

/** Header, main and footer of every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useFollowAccount()
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <FlashNotice />
        {children}
      </main>
      <Footer />
      <LiveRegion />
    </>
  )
}

function FlashNotice() {
  const flash = useFlash()
  const { t } = useTranslation()
  const { kind } = useSession()
  // Whoever is back needs no word about having gone.
  useEffect(() => {
    if (kind === 'signed-in' || kind === 'registering') setFlash(null)
  }, [kind])
  if (!flash) return null
  return (
    <div className={`wrap ${styles.flash}`}>
      <Notice tone={flash.tone} actions={<Button onClick={() => setFlash(null)}>{t('close')}</Button>}>
        {flash.text}
      </Notice>
    </div>
  )
}
