import type { ListedImport, StatementImport } from '@shipminer/contract/desk-bank'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'

/** How far an import in the background is. */
export function ImportProgress({ of }: { of: Pick<StatementImport, 'done' | 'total'> }) {
  const { t } = useTranslation('desk-bank')
  const words = t('imports.progress', { done: of.done, total: of.total })
  return (
    <p>
      <progress value={of.done} max={Math.max(1, of.total)} aria-label={t('imports.running')} /> {words}
    </p>
  )
}

/** How many entries there were of each result. */
export function ImportCountList({ of }: { of: Pick<StatementImport, 'counts' | 'state'> }) {
  const { t } = useTranslation('desk-bank')
  if (!of.counts) return null
  const kind = of.state === 'preview' ? 'willBe' : 'result'
  const parts = (['booked', 'open', 'outgoing', 'known'] as const)
    .filter((result) => of.counts?.[result])
    .map((result) => `${t(`${kind}.${result}`)}: ${of.counts?.[result]}`)
  return <span>{parts.join(' · ')}</span>
}

/** The newest imports, whoever started them, here or in the shell. */
export function RecentImports({ imports }: { imports: readonly ListedImport[] }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  if (imports.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="desk-imports">
      <h2 id="desk-imports" className={text.sub}>
        {t('imports.title')}
      </h2>
      <ul className={styles.list}>
        {imports.map((one) => (
          <li key={one.id} className={styles.row}>
            <span className={text.small}>{formatDateTime(language, one.createdAt)}</span>
            <span>{one.statementIds.join(' ')}</span>
            {one.state === 'running' && <ImportProgress of={one} />}
            {one.state === 'done' && <ImportCountList of={one} />}
            {one.state === 'failed' && <Notice tone="error">{t('imports.failed')}</Notice>}
            <span className={text.small}>{one.createdBy}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
