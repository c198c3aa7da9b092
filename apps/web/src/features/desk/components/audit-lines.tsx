import type { AuditEntry } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from './desk.module.css'

/** Lines of the audit log; an action that has no words yet is shown as the server wrote it. */
export function AuditLines({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('desk-audit')
  const language = useLanguage()
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.row}>
          <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(language, entry.at)}</time>
          <span>
            <span className={styles.strong}>
              {t(entry.action as 'order.cancel', { defaultValue: entry.action })}
            </span>{' '}
            {entry.subject}
          </span>
          <span className={styles.quiet}>{entry.reason}</span>
          <span className={styles.small}>{entry.operator}</span>
        </li>
      ))}
    </ol>
  )
}
