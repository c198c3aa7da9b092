import type { ImportedEntry } from '@shipminer/contract/desk/bank'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import bankStyles from './desk-bank.module.css'
import { useEntryWords } from './use-entry-words.ts'

/** Which orders an entry is for, or may be for, and why; or why none. */
export function EntryReasons({ entry: { why, matches } }: { entry: Pick<ImportedEntry, 'why' | 'matches'> }) {
  const { t } = useTranslation('desk-bank')
  const words = useEntryWords()
  return (
    <div>
      {why !== 'matched' && <div className={text.small}>{t(`why.${why}`)}</div>}
      {matches.length > 0 && (
        <ul className={bankStyles.matches}>
          {matches.map((match) => (
            <li key={match.orderId}>
              <Link to={paths.deskOrder(match.orderId)}>{match.orderNumber}</Link>
              <div className={text.small}>{words.match(match)}</div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
