import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import layout from '../layout.module.css'
import styles from './notice.module.css'

export type NoticeTone = 'plain' | 'caution' | 'error' | 'good'

/** A message beside what it is about. Screen readers announce errors at once, others when they pause. */
export function Notice({
  tone = 'plain',
  title,
  children,
  actions,
}: {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  const look = tone === 'plain' ? styles.notice : `${styles.notice} ${styles[tone]}`
  return (
    <div className={look} role={tone === 'error' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
      {actions && <div className={`${layout.actions} ${styles.actions}`}>{actions}</div>}
    </div>
  )
}

/** Something could not be loaded; with `onRetry` a button to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="error"
      title={t('failedTitle')}
      actions={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    >
      {message}
    </Notice>
  )
}

/** Nothing is here yet, why, and what to do about it. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      {children}
      {actions && <div className={`${layout.actions} ${styles.actions}`}>{actions}</div>}
    </section>
  )
}
