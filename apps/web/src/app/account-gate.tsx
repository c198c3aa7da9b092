import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectButton } from '../features/wallet-session/components/connect-button.tsx'
import { DemoButton } from '../features/wallet-session/components/demo-button.tsx'
import { useSession } from '../lib/session/session-store.ts'
import { Loading } from '../ui/loading.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import styles from './account-gate.module.css'

/** Shows an account page to signed-in people and a way to sign in to everyone else. */
export function AccountGate({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  const { t } = useTranslation()
  const waiting = (
    <div className="wrap">
      <Loading />
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
