import type { OwnerReportDetail } from '@shipminer/contract/shop/service'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { markReportRead, reportQuery } from '../api/service.ts'
import { AttachedData } from './attached-data.tsx'
import { OwnReply } from './own-reply.tsx'
import { ReportPage } from './report-page.tsx'
import styles from './service.module.css'
import { Thread } from './thread.tsx'

/** One of the owner's reports: until when it is answered, what was written, and what was attached. */
export function ReportView({ id }: { id: string }) {
  const { t } = useTranslation('service')
  const found = useQuery(reportQuery(id))
  useMarkRead(found.data?.report)
  return (
    <ReportPage side="owner" found={found} about={(report) => <About report={report} />}>
      {(report) => (
        <>
          <Thread messages={report.messages} side="owner" />
          <OwnReply key={report.state === 'closed' ? 'closed' : 'open'} report={report} />
          <details className={styles.box}>
            <summary>{t('data')}</summary>
            <div>
              <AttachedData data={report.data} />
            </div>
          </details>
        </>
      )}
    </ReportPage>
  )
}

function About({ report: { shipName, minerName, minerId } }: { report: OwnerReportDetail }) {
  const { t } = useTranslation('service')
  return (
    <p>
      {minerName !== null &&
        (minerId === null ? minerName : <Link to={paths.miner(minerId)}>{minerName}</Link>)}
      {minerName !== null && shipName !== null && ', '}
      {shipName}
      {minerName === null && shipName === null && t('about.all')}
    </p>
  )
}

/** Once it is on the screen it is read. */
function useMarkRead(report: OwnerReportDetail | undefined): void {
  const queries = useQueryClient()
  const id = report?.id
  const lastId = report?.messages.at(-1)?.id
  const isUnread = report?.unread ?? false
  useEffect(() => {
    if (id === undefined || lastId === undefined || !isUnread) return
    markReportRead(id, lastId).then(
      () => queries.invalidateQueries({ queryKey: ['service'] }),
      // It stays unread, and is tried again with the next look.
      () => undefined,
    )
  }, [id, lastId, isUnread, queries])
}
