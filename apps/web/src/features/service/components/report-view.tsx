import type { OwnerReportDetail } from '@shipminer/contract/service'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { AnswerClock } from '../../../ui/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorState, Notice } from '../../../ui/notice.tsx'
import { markReportRead, reportQuery } from '../api/service.ts'
import { AttachedData } from './attached-data.tsx'
import { OwnReply } from './own-reply.tsx'
import styles from './service.module.css'
import { Thread } from './thread.tsx'

/** One of the owner's reports: until when it is answered, what was written, and what was attached. */
export function ReportView({ id }: { id: string }) {
  const { t } = useTranslation('service')
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(reportQuery(id))
  useMarkRead(data?.report)
  const back = (
    <p>
      <Link to={paths.service}>{t('back')}</Link>
    </p>
  )
  if (!data) {
    return (
      <>
        <h1 className={styles.heading}>{t('title')}</h1>
        {!error && <Loading />}
        {error && toApiError(error).status === 404 && <Notice>{t('missing')}</Notice>}
        {error && toApiError(error).status !== 404 && (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        )}
        {back}
      </>
    )
  }
  const { report, clockOffsetMs } = data
  const { state, outcome, shipName, minerName, minerId } = report
  return (
    <>
      <div className={styles.stack}>
        {back}
        <h1 className={styles.heading}>
          {report.reference}: {t(`subject.${report.subject}`)}
        </h1>
        <p>
          {minerName !== null &&
            (minerId === null ? minerName : <Link to={paths.miner(minerId)}>{minerName}</Link>)}
          {minerName !== null && shipName !== null && ', '}
          {shipName}
          {minerName === null && shipName === null && t('about.all')}
        </p>
        <p className={styles.strong}>
          {state === 'waiting-for-owner' ? t('state.waiting-for-you') : t(`state.${state}`)}
          {outcome !== null && `: ${t(`outcome.${outcome}`)}`}
        </p>
        {(state !== 'closed' || report.answeredAt !== null) && (
          <p>
            <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="owner" />
          </p>
        )}
        {error && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      </div>
      <Thread messages={report.messages} side="owner" />
      <OwnReply key={state === 'closed' ? 'closed' : 'open'} report={report} />
      <details className={styles.box}>
        <summary>{t('data')}</summary>
        <div>
          <AttachedData data={report.data} />
        </div>
      </details>
    </>
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
