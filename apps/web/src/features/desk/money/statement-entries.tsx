import type { ImportedEntry } from '@shipminer/contract/desk/bank'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import bankStyles from './desk-bank.module.css'
import { EntryReasons } from './entry-reasons.tsx'
import { useEntryWords } from './use-entry-words.ts'

const looks = { booked: 'online', open: 'attention', known: 'offline', outgoing: 'offline' } as const

/** Every entry of a statement with what will happen to it, or what happened. */
export function StatementEntries({
  entries,
  isDone,
}: {
  entries: readonly ImportedEntry[]
  isDone: boolean
}) {
  const { t } = useTranslation('desk-bank')
  const words = useEntryWords()
  return (
    <ul className={styles.list}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a statement stays as it is
        <li key={index} className={bankStyles.entry}>
          <div>
            <strong>{words.amount(entry)}</strong>
            <div className={text.small}>{words.date(entry)}</div>
          </div>
          <div>
            {entry.from ?? <span className={text.quiet}>{t('noSender')}</span>}
            <div className={text.small}>{entry.text}</div>
          </div>
          <EntryReasons entry={entry} />
          <StatusBadge
            status={looks[entry.result]}
            label={t(`${isDone ? 'result' : 'willBe'}.${entry.result}`)}
          />
        </li>
      ))}
    </ul>
  )
}
