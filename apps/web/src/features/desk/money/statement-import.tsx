import { longestStatement, type StatementImport as Taken } from '@shipminer/contract/desk/bank'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { importQuery, takeStatement } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { ImportCountList, ImportProgress, useImportAnnouncer } from './import-standing.tsx'
import { StatementEntries } from './statement-entries.tsx'

type Picked = { name: string; file: File; answer: Taken; isDone: boolean }

/** Reads a bank's file, shows what importing it would do, and imports it on confirmation. */
export function StatementImport({ iban }: { iban: string | null }) {
  const { t } = useTranslation('desk-bank')
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const [picked, setPicked] = useState<Picked | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
  useEffect(() => heading.current?.focus(), [picked])

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file || isBusy) return
    setPicked(null)
    const field = event.target
    void run(async () => {
      // The bytes are read at once: the field forgets them, so that the same file may be chosen again.
      const read = new File([await file.arrayBuffer()], file.name)
      field.value = ''
      if (read.size > longestStatement)
        throw new Error(t('import.tooLarge', { megabytes: Math.floor(longestStatement / 1_000_000) }))
      setPicked({ name: file.name, file: read, answer: await takeStatement(read, true), isDone: false })
      return null
    })
  }
  const bookIt = ({ name, file }: Picked) => {
    if (isBusy) return
    void run(async () => {
      setPicked({ name, file, answer: await takeStatement(file, false), isDone: true })
      return null
    }).then(() => queries.invalidateQueries({ queryKey: ['desk'] }))
  }
  const drop = () => {
    setPicked(null)
    setMessage(null)
  }
  return (
    <section className={styles.card} aria-labelledby="desk-import">
      <h2 id="desk-import" className={styles.heading}>
        {t('import.title')}
      </h2>
      <p>{t('import.text')}</p>
      {iban === null ? (
        <Notice tone="caution">{t('import.accountNone')}</Notice>
      ) : (
        <p className={text.quiet}>{t('import.account', { iban })}</p>
      )}
      <div className={styles.form}>
        <FieldFrame label={t('import.file')}>
          {(control) => (
            <input
              type="file"
              accept=".xml,.sta,.940,.mt940,.swi,.txt,application/xml,text/xml,text/plain"
              id={control.id}
              className={control.className}
              onChange={pick}
            />
          )}
        </FieldFrame>
      </div>
      {isBusy && <p role="status">{t('import.reading')}</p>}
      <TaskNotice message={message} />
      {picked && (
        <section className={styles.stack} aria-labelledby="desk-statement">
          <h3 id="desk-statement" className={text.sub} ref={heading} tabIndex={-1}>
            {t(picked.isDone ? 'import.done' : 'import.preview', { name: picked.name })}
          </h3>
          <Outcome picked={picked} />
          <div className={layout.actions}>
            {isWorthIt(picked) && (
              <Button kind="main" aria-disabled={isBusy || undefined} onClick={() => bookIt(picked)}>
                {t('import.submit')}
              </Button>
            )}
            <Button kind="quiet" onClick={drop}>
              {t(isWorthIt(picked) ? 'import.drop' : 'import.close')}
            </Button>
          </div>
        </section>
      )}
    </section>
  )
}

/** Whether an import would bring anything. */
function isWorthIt({ isDone, answer: { counts } }: Picked): boolean {
  return !isDone && counts !== null && counts.booked + counts.open + counts.outgoing > 0
}

function Outcome({ picked: { answer, isDone } }: { picked: Picked }) {
  const { t } = useTranslation('desk-bank')
  const isRunning = answer.state === 'running'
  const followed = useQuery({ ...importQuery(answer.id ?? ''), enabled: isRunning })
  const now = isRunning ? (followed.data ?? answer) : answer
  const { entries, notBooked, counts, total } = now
  useImportAnnouncer(now)
  if (now.state === 'running') return <ImportProgress of={now} />
  if (now.state === 'failed') return <Notice tone="error">{t('imports.failed')}</Notice>
  return (
    <>
      {total === 0 && <p>{t('import.empty')}</p>}
      {total > 0 && counts?.known === total && <Notice>{t('import.nothingNew')}</Notice>}
      {notBooked > 0 && <p className={text.quiet}>{t('import.notBooked', { count: notBooked })}</p>}
      {total > entries.length && <ImportCountList of={now} />}
      {total > entries.length && (
        <p className={text.quiet}>{t('import.shown', { shown: entries.length, count: total })}</p>
      )}
      {entries.length > 0 && <StatementEntries entries={entries} isDone={isDone} />}
    </>
  )
}
