import type { DeskReportDetail, OwnerReportDetail } from '@shipminer/contract/shop/service'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { AnswerClock } from '../../../ui/company/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './service.module.css'

type Found<Report> = {
  data: { report: Report; clockOffsetMs: number } | undefined
  error: unknown
  refetch: () => unknown
}

/**
 * One fault report as either side sees it: the way back, the title, how it stands and the clock of its answer, or why there is none to see.
 * `about` stands above the state, `facts` below the clock, `children` below all that.
 */
export function ReportPage<Report extends OwnerReportDetail | DeskReportDetail>({
  side,
  found,
  about,
  facts,
  children,
}: {
  side: 'owner' | 'desk'
  found: Found<Report>
  about?: (report: Report) => ReactNode
  facts?: (report: Report) => ReactNode
  children: (report: Report) => ReactNode
}) {
  const { t } = useTranslation('service')
  const errorText = useErrorText()
  const { data, error, refetch } = found
  const back = (
    <p>
      <Link to={side === 'owner' ? paths.service : paths.deskService}>{t('back')}</Link>
    </p>
  )
  const failure = error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : null
  if (!data) {
    const isMissing = error && toApiError(error).status === 404
    return (
      <>
        <h1 className={styles.heading}>{t(side === 'owner' ? 'title' : 'desk.title')}</h1>
        {!error && <Loading />}
        {isMissing ? <Notice>{t('missing')}</Notice> : failure}
        {back}
      </>
    )
  }
  const { report, clockOffsetMs } = data
  const { state, outcome } = report
  return (
    <>
      <div className={styles.stack}>
        {back}
        <h1 className={styles.heading}>
          {report.reference}: {t(`subject.${report.subject}`)}
        </h1>
        {about?.(report)}
        <p className={text.strong}>
          {side === 'owner' && state === 'waiting-for-owner'
            ? t('state.waiting-for-you')
            : t(`state.${state}`)}
          {outcome !== null && `: ${t(`outcome.${outcome}`)}`}
        </p>
        {(state !== 'closed' || report.answeredAt !== null) && (
          <p>
            <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side={side} />
          </p>
        )}
        {failure}
        {facts?.(report)}
      </div>
      {children(report)}
    </>
  )
}
