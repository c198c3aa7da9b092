import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import text from '../../../ui/text.module.css'
import { bankQuery } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { RecentImports } from './import-standing.tsx'
import { OpenEntry } from './open-entry.tsx'
import { StatementImport } from './statement-import.tsx'

/** Bank statements: importing one, and the entries that could not be matched. */
export function BankView() {
  const { t } = useTranslation('desk-bank')
  const found = useQuery(bankQuery)
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      {!found.data && <NothingYet query={found} />}
      {found.data && (
        <>
          <StatementImport iban={found.data.iban} />
          <section className={styles.section} aria-labelledby="desk-open-entries">
            <h2 id="desk-open-entries" className={styles.heading}>
              {t('open.title')}
            </h2>
            {found.data.open.length === 0 ? (
              <p className={text.quiet}>{t('open.none')}</p>
            ) : (
              <>
                <p className={text.quiet}>{t('open.text')}</p>
                {found.data.openCount > found.data.open.length && (
                  <p>{t('open.shown', { shown: found.data.open.length, count: found.data.openCount })}</p>
                )}
                <ul className={styles.stack}>
                  {found.data.open.map((entry) => (
                    <li key={entry.id}>
                      <OpenEntry entry={entry} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
          <RecentImports imports={found.data.imports} />
        </>
      )}
    </>
  )
}
