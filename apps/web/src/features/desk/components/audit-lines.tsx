import type { AuditEntry } from '@shipminer/contract/desk'
import { formatDateTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from './desk.module.css'
import { useAuditWords } from './use-audit-words.ts'

/** Lines of the audit log. */
export function AuditLines({ entries }: { entries: readonly AuditEntry[] }) {
  const words = useAuditWords()
  const language = useLanguage()
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.row}>
          <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(language, entry.at)}</time>
          <span>
            <span className={text.strong}>{words.action(entry)}</span> {words.subject(entry)}
          </span>
          <span className={text.quiet}>{words.reason(entry)}</span>
          <span className={text.small}>{entry.operator}</span>
        </li>
      ))}
    </ol>
  )
}
