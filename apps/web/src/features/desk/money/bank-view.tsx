import { bankImportSorts, deskBankEndpoints, openEntrySorts } from '@shipminer/contract/desk/bank'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import text from '../../../ui/text.module.css'
import { bankQuery } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { useMay } from '../shell/use-role.ts'
import { useTableState } from '../table/use-table-state.ts'
import { OpenEntries } from './open-entries.tsx'
import { RecentImports } from './recent-imports.tsx'
import { StatementImport } from './statement-import.tsx'

const oldestFirst = { by: 'bookedOn', isAscending: true } as const
const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Bank statements: importing one, the entries that could not be matched, and the imports so far. */
export function BankView() {
  const { t } = useTranslation('desk-bank')
  const may = useMay()
  const state = useTableState(oldestFirst, openEntrySorts)
  const imports = useTableState(newestFirst, bankImportSorts, 'imports-')
  const found = useQuery(
    bankQuery({
      ...state.query,
      importsSort: imports.query.sort,
      importsDirection: imports.query.direction,
      importsPage: imports.query.page,
    }),
  )
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      {!found.data && <NothingYet query={found} />}
      {found.data && (
        <>
          {may(deskBankEndpoints.deskBankStatement) && <StatementImport iban={found.data.iban} />}
          <section className={styles.section} aria-labelledby="desk-open-entries">
            <h2 id="desk-open-entries" className={styles.heading}>
              {t('open.title')}
            </h2>
            {found.data.openCount === 0 ? (
              <p className={text.quiet}>{t('open.none')}</p>
            ) : (
              <OpenEntries
                entries={found.data.open}
                total={found.data.openCount}
                perPage={found.data.perPage}
                state={state}
                isBusy={found.isPlaceholderData}
              />
            )}
          </section>
          <RecentImports answer={found.data} state={imports} isBusy={found.isPlaceholderData} />
        </>
      )}
    </>
  )
}
