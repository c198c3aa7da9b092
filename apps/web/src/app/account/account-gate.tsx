import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectButton } from '../../features/wallet-session/components/connect-button.tsx'
import { DemoButton } from '../../features/wallet-session/components/demo-button.tsx'
import { useSession } from '../../lib/session/session-store.ts'
import { Loading } from '../../ui/signs/loading.tsx'
import { EmptyState, Notice } from '../../ui/signs/notice.tsx'
import { dropFirstValues, FirstPlace } from '../first-values/first-place.tsx'
import styles from './account-gate.module.css'

/** Shows an account page to signed-in people and a way to sign in to everyone else. */
export function AccountGate({
  title,
  hasFirstValues,
  children,
}: {
  title: string
  hasFirstValues: boolean
  children: ReactNode
}) {
  const session = useSession()
  // Those of the person who was here before.
  useEffect(() => {
    if (session.kind === 'signed-out') dropFirstValues()
  }, [session.kind])
  const { t } = useTranslation()
  const waiting = (
    <div className={hasFirstValues ? 'app' : 'wrap'}>
      {hasFirstValues ? (
        <FirstPlace>
          <Loading />
        </FirstPlace>
      ) : (
        <Loading />
      )}
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </div>
  )
  if (session.kind === 'signed-out') {
    return (
      <div className={`wrap ${styles.gate}`}>
        <h1 className={styles.title}>{title}</h1>
        <EmptyState
          title={t('signIn.title')}
          actions={
            <>
              <ConnectButton kind="main" />
              <DemoButton />
            </>
          }
        >
          {session.hasExpired && <Notice tone="caution">{t('signIn.expired')}</Notice>}
          <p>{t('signIn.text')}</p>
        </EmptyState>
      </div>
    )
  }
  if (session.kind !== 'signed-in') return waiting
  return children
}
