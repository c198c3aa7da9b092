import type { ListedImport } from '@shipminer/contract/desk/bank'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import type { BankAnswer } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import type { Column } from '../table/column.ts'
import { PagedTable } from '../table/paged-table.tsx'
import type { useTableState } from '../table/use-table-state.ts'
import bankStyles from './desk-bank.module.css'
import { ImportCountList, ImportProgress } from './import-standing.tsx'

/** The imports so far, no matter who started them, here or in the shell, a page at a time. */
export function RecentImports({
  answer: { imports, importsTotal, perPage },
  state,
  isBusy,
}: {
  answer: BankAnswer
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-bank')
  const columns = useImportColumns()
  if (importsTotal === 0) return null
  return (
    <section className={styles.section} aria-labelledby="desk-imports">
      <h2 id="desk-imports" className={styles.heading}>
        {t('imports.title')}
      </h2>
      <div className={bankStyles.imports}>
        <PagedTable
          name="bank-imports"
          label={t('imports.title')}
          columns={columns}
          rows={imports}
          keyOf={({ id, createdAt }) => id ?? String(createdAt)}
          state={state}
          perPage={perPage}
          total={importsTotal}
          of={t('imports.title')}
          isBusy={isBusy}
        />
      </div>
    </section>
  )
}

function useImportColumns(): Column<ListedImport>[] {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  return [
    {
      key: 'createdAt',
      title: t('imports.at'),
      isSortable: true,
      cell: ({ createdAt }) => formatDateTime(language, createdAt),
    },
    { key: 'createdBy', title: t('imports.by'), isSortable: true, cell: ({ createdBy }) => createdBy },
    {
      key: 'statements',
      title: t('open.ofStatement'),
      isWideOnly: true,
      cell: ({ statementIds }) => <span className={styles.mono}>{statementIds.join(' ')}</span>,
    },
    {
      key: 'total',
      title: t('imports.entries'),
      isSortable: true,
      isEnd: true,
      isWideOnly: true,
      cell: ({ total }) => formatNumber(language, total),
    },
    { key: 'result', title: t('imports.result'), cell: (one) => <ImportResult of={one} /> },
  ]
}

function ImportResult({ of }: { of: ListedImport }) {
  const { t } = useTranslation('desk-bank')
  if (of.state === 'running') return <ImportProgress of={of} />
  if (of.state === 'failed') return <Notice tone="error">{t('imports.failed')}</Notice>
  return <ImportCountList of={of} />
}
