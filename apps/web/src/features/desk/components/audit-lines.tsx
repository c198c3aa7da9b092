import type { AuditEntry } from '@shipminer/contract/desk/audit'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { auditLink } from '../lib/audit-places.ts'
import { groupsFor } from '../shell/nav.ts'
import { useRole } from '../shell/use-role.ts'
import styles from './desk.module.css'
import { useAuditWords } from './use-audit-words.ts'

/** Lines of the audit log; what they are about leads to its page. */
export function AuditLines({ entries }: { entries: readonly AuditEntry[] }) {
  const words = useAuditWords()
  const language = useLanguage()
  const allowed = groupsFor(useRole()).flatMap(({ items }) => items.map(({ to }) => to))
  return (
    <ol className={styles.list}>
      {entries.map((entry) => {
        const to = auditLink(entry, allowed)
        const name = words.name(entry)
        return (
          <li key={entry.id} className={styles.row}>
            <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(language, entry.at)}</time>
            <span>
              <span className={text.strong}>{words.action(entry)}</span>{' '}
              {to === null ? (
                `${words.noun(entry)} ${name}`
              ) : (
                <Link className={styles.subject} to={to} data-row>
                  {words.noun(entry)} {name}
                </Link>
              )}
            </span>
            <span className={text.quiet}>{words.reason(entry)}</span>
            <span className={text.small}>{words.operator(entry)}</span>
          </li>
        )
      })}
    </ol>
  )
}
