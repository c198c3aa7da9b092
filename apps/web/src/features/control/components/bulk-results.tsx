import type { Command } from '@shipminer/contract/control'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import text from '../../../ui/text.module.css'
import { bulkProgress } from '../lib/command-view.ts'
import { CommandStateBadge } from './command-state.tsx'
import styles from './control.module.css'
import { useReasonText } from './use-reason-text.ts'

const rowsShown = 100

/** What became of commands given together, miner by miner. */
export function BulkResults({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation('control')
  const reasonText = useReasonText()
  return (
    <>
      <h3 className={text.sub}>{t('bulk.results')}</h3>
      <p role="status">{t('bulk.progress', bulkProgress(commands))}</p>
      <ScrollRegion label={t('bulk.results')} className={styles.results}>
        <ul>
          {commands.slice(0, rowsShown).map((command) => (
            <li key={command.id}>
              <span>{command.minerName}</span>
              <span>
                <CommandStateBadge state={command.state} />
                {command.reason !== null && ` ${reasonText(command.reason)}`}
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {commands.length > rowsShown && <p>{t('bulk.rest', { count: commands.length - rowsShown })}</p>}
    </>
  )
}
