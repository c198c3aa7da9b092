import type { AlertSeverity } from '@shipminer/domain/alerts/alert-kinds'
import { useTranslation } from 'react-i18next'
import styles from './severity-sign.module.css'

const shapes: Readonly<Record<AlertSeverity, string>> = {
  critical: 'M7 0l7 7-7 7-7-7z',
  warning: 'M7 0.5L14 13H0z',
  info: 'M7 1a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
}

/** How grave something is: a shape and its word. */
export function SeveritySign({ severity }: { severity: AlertSeverity }) {
  const { t } = useTranslation('fleet')
  return (
    <span className={`${styles.sign} ${styles[severity]}`}>
      <SeverityShape severity={severity} />
      {t(`alerts.${severity}`)}
    </span>
  )
}

export function SeverityShape({ severity }: { severity: AlertSeverity }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      <path d={shapes[severity]} fill="currentColor" />
    </svg>
  )
}
