import {
  type BookFormat,
  type BooksLeftOut,
  deskBooksEndpoints,
  leftOutKinds,
} from '@shipminer/contract/desk/books'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatEuro } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { booksQuery, exportBooks } from '../api/desk-books.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { bookSpan, isSameSpan, spanNames } from '../lib/book-span.ts'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'

/** The books of the shop for the accountant: a span, a format, a file. */
export function BooksView() {
  const { t } = useTranslation('desk-books')
  const { t: tErrors } = useTranslation('errors')
  const may = useMay()
  const found = useQuery(booksQuery)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={text.quiet}>{t('text')}</p>
      </div>
      {!may(deskBooksEndpoints.deskBooksExport) && <p>{tErrors('role-required')}</p>}
      {may(deskBooksEndpoints.deskBooksExport) &&
        (found.data ? (
          <ExportForm today={found.data.today} formats={found.data.formats} />
        ) : (
          <NothingYet query={found} />
        ))}
    </>
  )
}

function ExportForm({ today, formats }: { today: string; formats: readonly BookFormat[] }) {
  const { t } = useTranslation('desk-books')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const [span, setSpan] = useState(() => bookSpan('year', today))
  const [format, setFormat] = useState<BookFormat>('csv')
  const [leftOut, setLeftOut] = useState<BooksLeftOut | null>(null)
  const isWrong = span.from === '' || span.to === '' || span.from > span.to
  const download = () => {
    if (isBusy || isWrong) return
    setLeftOut(null)
    void run(async () => {
      const file = await exportBooks({ ...span, format, language })
      setLeftOut(file.leftOut)
      if (file.entries === 0) return t('empty')
      saveFile(
        file.filename,
        file.type,
        Uint8Array.from(atob(file.contentBase64), (letter) => letter.charCodeAt(0)),
      )
      return t('done', {
        name: file.filename,
        count: file.entries,
        amount: formatEuro(language, file.debitCents),
      })
    })
  }
  return (
    <section className={styles.card} aria-label={t('title')}>
      <Chips
        label={t('span')}
        chips={spanNames.map((name) => ({ value: name, label: t(`span.${name}`), count: null }))}
        value={spanNames.find((name) => isSameSpan(bookSpan(name, today), span)) ?? ''}
        onChange={(value) => {
          const name = spanNames.find((one) => one === value)
          if (name) setSpan(bookSpan(name, today))
        }}
      />
      <div className={styles.bar}>
        <TextField
          label={t('from')}
          type="date"
          value={span.from}
          onChange={(from) => setSpan({ ...span, from })}
        />
        <TextField
          label={t('to')}
          type="date"
          value={span.to}
          onChange={(to) => setSpan({ ...span, to })}
          error={isWrong ? t('wrongSpan') : null}
        />
      </div>
      <SelectField
        label={t('format')}
        hint={t(`hint.${format}`)}
        value={format}
        onChange={setFormat}
        options={formats.map((value) => ({ value, label: t(`format.${value}`) }))}
      />
      <div className={layout.actions}>
        <Button kind="main" aria-disabled={isBusy || isWrong || undefined} onClick={download}>
          {t('submit')}
        </Button>
      </div>
      <TaskNotice message={message} />
      {leftOut && <LeftOut of={leftOut} />}
    </section>
  )
}

/** What is not in the file; nothing when all is. */
function LeftOut({ of }: { of: BooksLeftOut }) {
  const { t } = useTranslation('desk-books')
  const kinds = leftOutKinds.filter((kind) => of[kind] > 0)
  if (kinds.length === 0) return null
  return (
    <Notice tone="caution" title={t('leftOut.title')}>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{t(`leftOut.${kind}`, { count: of[kind] })}</li>
        ))}
      </ul>
    </Notice>
  )
}
