import type { OpenBankEntry } from '@shipminer/contract/desk/bank'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text.module.css'
import { actOnEntry } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { BookEntryDialog } from './book-entry-dialog.tsx'
import { EntryReasons } from './entry-reasons.tsx'
import { useEntryWords } from './use-entry-words.ts'

/** An entry that could not be matched, and the two ways to settle it. */
export function OpenEntry({ entry }: { entry: OpenBankEntry }) {
  const { t } = useTranslation('desk-bank')
  const words = useEntryWords()
  const [open, setOpen] = useState<'book' | 'set-aside' | null>(null)
  const name = t('open.name', { date: words.date(entry), amount: words.amount(entry) })
  return (
    <article className={`${styles.card} ${styles.waits}`} aria-label={name}>
      <div className={styles.head}>
        <h3 className={textStyles.sub}>{words.amount(entry)}</h3>
        <span>{words.date(entry)}</span>
        <span className={textStyles.small}>{t('open.statement', { id: entry.statementId })}</span>
      </div>
      <div>
        {entry.from ?? <span className={textStyles.quiet}>{t('noSender')}</span>}{' '}
        {entry.iban !== null && <span className={`${textStyles.small} ${styles.mono}`}>{entry.iban}</span>}
        <p className={textStyles.lines}>{entry.text}</p>
      </div>
      <EntryReasons entry={entry} />
      <div className={layout.actions}>
        <Button aria-haspopup="dialog" onClick={() => setOpen('book')}>
          {t('open.book')}
        </Button>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen('set-aside')}>
          {t('open.setAside')}
        </Button>
      </div>
      {open === 'book' && <BookEntryDialog entry={entry} name={name} onClose={() => setOpen(null)} />}
      {open === 'set-aside' && (
        <ReasonDialog
          title={`${t('open.setAside')}: ${name}`}
          text={t('setAside.text')}
          confirm={t('open.setAside')}
          isDanger
          act={(reason) => actOnEntry(entry.id, { action: 'set-aside', reason })}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}
