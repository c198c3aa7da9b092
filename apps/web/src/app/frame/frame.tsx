import { type ReactNode, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFollowAccount } from '../../features/wallet-session/components/use-follow-account.ts'
import { tryNow, useIsWaiting } from '../../lib/chunks/chunk-loader.ts'
import { setFlash, useFlash } from '../../lib/forms/flash.ts'
import { isKnown, useSessionFact } from '../../lib/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { LiveRegion } from '../../ui/signs/live-region.tsx'
import { Notice } from '../../ui/signs/notice.tsx'
import { NextPagePending } from '../next-page-pending.ts'
import styles from './frame.module.css'
import { Footer } from './frame-footer.tsx'
import { Header } from './frame-header.tsx'
import { WorkBar } from './work-bar.tsx'

/** What is around every page: of the shop header and footer, of an owner’s working pages the bar with their ship. */
export function Frame({ isWork, children }: { isWork: boolean; children: ReactNode }) {
  const isNextPending = useContext(NextPagePending)
  useFollowAccount()
  return (
    <>
      <SkipLink />
      {isWork ? <WorkBar /> : <Header />}
      {isNextPending && <PendingLine />}
      <main
        id="main"
        className={isWork ? `${styles.main} ${styles.work}` : styles.main}
        tabIndex={-1}
        aria-busy={isNextPending || undefined}
      >
        <FlashNotice />
        {children}
      </main>
      {!isWork && <Footer />}
      <WaitingNotice />
      <LiveRegion />
    </>
  )
}

export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className={styles.skip} href="#main">
      {t('skipToContent')}
    </a>
  )
}

/** Shows that the next page is on its way. */
export function PendingLine() {
  return <div className={styles.pending} />
}

/** Shows that part of the page could not be fetched yet; the page continues with what it has. */
export function WaitingNotice() {
  const { t } = useTranslation()
  if (!useIsWaiting()) return null
  return (
    <div className={`wrap ${styles.waiting}`}>
      <Notice tone="caution" actions={<Button onClick={tryNow}>{t('waiting.now')}</Button>}>
        {t('waiting.text')}
      </Notice>
    </div>
  )
}

export function FlashNotice() {
  const flash = useFlash()
  const { t } = useTranslation()
  const isBack = useSessionFact(isKnown)
  // A person who is back needs no notice of having been signed out.
  useEffect(() => {
    if (isBack) setFlash(null)
  }, [isBack])
  if (!flash) return null
  return (
    <div className={`wrap ${styles.flash}`}>
      <Notice tone={flash.tone} actions={<Button onClick={() => setFlash(null)}>{t('close')}</Button>}>
        {flash.text}
      </Notice>
    </div>
  )
}
