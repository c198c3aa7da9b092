import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../../../ui/text.module.css'
import { auditQuery } from '../api/desk.ts'
import { AuditLines } from './audit-lines.tsx'
import styles from './desk.module.css'
import { MoreButton } from './more-button.tsx'
import { NothingYet } from './nothing-yet.tsx'

/** What operators did, newest first. */
export function AuditView() {
  const { t } = useTranslation('desk')
  const [count, setCount] = useState(1)
  const found = useQuery(auditQuery(count))
  const entries = found.data?.flatMap((page) => page.entries)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('nav.audit')}</h1>
        <p className={text.quiet}>{t('audit.lead')}</p>
      </div>
      {!entries && <NothingYet query={found} />}
      {entries?.length === 0 && <p>{t('audit.none')}</p>}
      {entries && entries.length > 0 && <AuditLines entries={entries} />}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}
