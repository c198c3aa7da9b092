import { deskBankEndpoints, type OpenBankEntry } from '@shipminer/contract/desk/bank'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { actOnEntry, exportOpenEntries } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { PagedTable } from '../table/paged-table.tsx'
import type { useTableState } from '../table/use-table-state.ts'
import { BookEntryDialog } from './book-entry-dialog.tsx'
import bankStyles from './desk-bank.module.css'
import { EntryReasons } from './entry-reasons.tsx'
import { useEntryWords } from './use-entry-words.ts'

type Settling = { entry: OpenBankEntry; how: 'book' | 'set-aside' }

/** Entries that could not be matched, and the two ways to settle each for those who may. */
export function OpenEntries({
  entries,
  total,
  perPage,
  state,
  isBusy,
}: {
  entries: readonly OpenBankEntry[]
  total: number
  perPage: number
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-bank')
  const nameOf = useEntryName()
  const [settling, setSettling] = useState<Settling | null>(null)
  const maySettle = useMay()(deskBankEndpoints.deskBankEntryAct)
  const columns = useEntryColumns(maySettle ? setSettling : null)
  const close = () => setSettling(null)
  const name = settling && nameOf(settling.entry)
  return (
    <>
      <div className={bankStyles.open}>
        <PagedTable
          name="bank"
          label={t('open.title')}
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          state={state}
          perPage={perPage}
          total={total}
          of={t('open.title')}
          isBusy={isBusy}
          filters={<p className={textStyles.quiet}>{t('open.text')}</p>}
          tools={
            <CsvButton
              name="bank-entries"
              call={deskExportEndpoints.deskBankExport}
              make={exportOpenEntries}
            />
          }
        />
      </div>
      {settling?.how === 'book' && (
        <BookEntryDialog entry={settling.entry} name={name ?? ''} onClose={close} />
      )}
      {settling?.how === 'set-aside' && (
        <ReasonDialog
          title={`${t('open.setAside')}: ${name}`}
          text={t('setAside.text')}
          confirm={t('open.setAside')}
          isDanger
          act={(reason) => actOnEntry(settling.entry.id, { action: 'set-aside', reason })}
          onClose={close}
        />
      )}
    </>
  )
}

/** What an entry is called. */
function useEntryName(): (entry: OpenBankEntry) => string {
  const { t } = useTranslation('desk-bank')
  const words = useEntryWords()
  return (entry) => t('open.name', { date: words.date(entry), amount: words.amount(entry) })
}

function useEntryColumns(settle: ((settling: Settling) => void) | null): Column<OpenBankEntry>[] {
  const { t } = useTranslation('desk-bank')
  const words = useEntryWords()
  const nameOf = useEntryName()
  const settleColumn = (settle: (settling: Settling) => void): Column<OpenBankEntry> => ({
    key: 'settle',
    title: t('open.settle'),
    cell: (entry) => (
      <div className={bankStyles.settle}>
        <Button
          data-row
          aria-haspopup="dialog"
          aria-label={`${t('open.book')}: ${nameOf(entry)}`}
          onClick={() => settle({ entry, how: 'book' })}
        >
          {t('open.book')}
        </Button>
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          aria-label={`${t('open.setAside')}: ${nameOf(entry)}`}
          onClick={() => settle({ entry, how: 'set-aside' })}
        >
          {t('open.setAside')}
        </Button>
      </div>
    ),
  })
  return [
    {
      key: 'amount',
      title: t('open.amount'),
      isSortable: true,
      cell: (entry) => <strong className={bankStyles.amount}>{words.amount(entry)}</strong>,
    },
    {
      key: 'bookedOn',
      title: t('open.bookedOn'),
      isSortable: true,
      isEnd: true,
      cell: (entry) => words.date(entry),
    },
    {
      key: 'from',
      title: t('open.from'),
      isSortable: true,
      cell: ({ from, iban, text }) => (
        <>
          {from ?? <span className={textStyles.quiet}>{t('noSender')}</span>}{' '}
          {iban !== null && <span className={`${textStyles.small} ${styles.mono}`}>{iban}</span>}
          <p className={textStyles.lines}>{text}</p>
        </>
      ),
    },
    {
      key: 'why',
      title: t('open.why'),
      cell: (entry) => <EntryReasons entry={entry} />,
    },
    {
      key: 'statement',
      title: t('open.ofStatement'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ statementId }) => <span className={styles.mono}>{statementId}</span>,
    },
    ...(settle ? [settleColumn(settle)] : []),
  ]
}
