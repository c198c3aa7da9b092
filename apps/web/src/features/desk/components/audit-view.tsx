import { deskEndpoints } from '@shipminer/contract/desk'
import { mayCall } from '@shipminer/contract/operator-roles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import { type AuditFilter, auditQuery, exportAudit } from '../api/desk.ts'
import { useRole } from '../shell/use-role.ts'
import { AuditFilters, auditSubjects } from './audit-filters.tsx'
import { AuditLines } from './audit-lines.tsx'
import styles from './desk.module.css'
import { MoreButton } from './more-button.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { TaskNotice } from './task-notice.tsx'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** What the address of the page narrows the log to; what is none is left out. */
function readAuditFilter(params: URLSearchParams): AuditFilter {
  const [words, about, from, to] = ['text', 'about', 'from', 'to'].map((name) => params.get(name) ?? '')
  return {
    ...(words && { text: words.slice(0, 100) }),
    ...(auditSubjects.some((subject) => subject === about) && { about }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
  }
}

/** What operators did, newest first, narrowed down and taken out as a table. */
export function AuditView() {
  const { t } = useTranslation('desk')
  const { t: tAudit } = useTranslation('desk-audit')
  const role = useRole()
  const [params, setParams] = useSearchParams()
  const filter = readAuditFilter(params)
  const [count, setCount] = useState(1)
  const { isBusy, message, run } = useTask()
  const found = useQuery(auditQuery(filter, count))
  const entries = found.data?.flatMap((page) => page.entries)
  const download = () =>
    run(async () => {
      const { filename, csv, isWhole } = await exportAudit(filter)
      saveFile(filename, 'text/csv;charset=utf-8', csv)
      return isWhole ? tAudit('exported') : tAudit('exportedPart')
    })
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('nav.audit')}</h1>
        <p className={text.quiet}>{t('audit.lead')}</p>
      </div>
      <AuditFilters
        key={params.toString()}
        first={filter}
        onFilter={(wanted) => {
          setCount(1)
          setParams(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')))
        }}
      />
      {role !== null && mayCall(role, deskEndpoints.deskAuditExport) && (
        <div className={layout.actions}>
          <Button onClick={() => !isBusy && void download()} aria-disabled={isBusy || undefined}>
            {tAudit('export')}
          </Button>
        </div>
      )}
      <TaskNotice message={message} />
      {!entries && <NothingYet query={found} />}
      {entries?.length === 0 && <p>{t('audit.none')}</p>}
      {entries && entries.length > 0 && <AuditLines entries={entries} />}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}
