import type { ListedImport, StatementImport } from '@shipminer/contract/desk/bank'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { announcedStage } from '../lib/import-stage.ts'

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
  const words = useCountWords()
  return of.counts ? <span>{words(of)}</span> : null
}

function useCountWords() {
  const { t } = useTranslation('desk-bank')
  return ({ counts, state }: Pick<StatementImport, 'counts' | 'state'>) => {
    const kind = state === 'preview' ? 'willBe' : 'result'
    return (['booked', 'open', 'outgoing', 'known'] as const)
      .filter((result) => counts?.[result])
      .map((result) => `${t(`${kind}.${result}`)}: ${counts?.[result]}`)
      .join(' · ')
  }
}

/** Announces each quarter of an import in the background, and what it brought. One that was over when it was first seen says nothing; that one failed is an alert already. */
export function useImportAnnouncer(of: Pick<StatementImport, 'state' | 'done' | 'total' | 'counts'>) {
  const { t } = useTranslation('desk-bank')
  const countWords = useCountWords()
  const said = useRef<string | null>(null)
  const stage = announcedStage(of)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per stage, with the words of that moment
  useEffect(() => {
    const before = said.current
    said.current = stage
    if (stage === before || (before === null && of.state !== 'running')) return
    if (of.state === 'running') announce(`${t('imports.running')}: ${t('imports.progress', of)}`)
    else if (of.state === 'done') announce(`${t('imports.ended')} ${countWords(of)}`)
  }, [stage])
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
