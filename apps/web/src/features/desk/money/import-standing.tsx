import type { StatementImport } from '@shipminer/contract/desk/bank'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/signs/live-region.tsx'
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
