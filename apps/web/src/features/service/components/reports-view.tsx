import type { OwnerReport } from '@shipminer/contract/shop/service'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { AnswerClock } from '../../../ui/company/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { reportsQuery } from '../api/service.ts'
import { ReportForm } from './report-form.tsx'
import styles from './service.module.css'

/** The owner's fault reports, or with `?new` the form of one. */
export function ReportsView() {
  const { t } = useTranslation('service')
  const [params] = useSearchParams()
  const { data, isError, refetch } = useQuery(reportsQuery)
  const minerId = params.get('miner')
  const shipId = params.get('ship')
  if (params.has('new'))
    return (
      <ReportForm key={`${minerId} ${shipId}`} minerId={minerId} shipId={minerId === null ? shipId : null} />
    )
  if (!data)
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  const { reports, clockOffsetMs } = data
  const action = (
    <ButtonLink kind="main" to={paths.serviceNew()}>
      {t('report')}
    </ButtonLink>
  )
  if (reports.length === 0) return <EmptyState title={t('list.none')} actions={action} />
  return (
    <>
      {isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      <div>{action}</div>
      <ul className={styles.list}>
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} clockOffsetMs={clockOffsetMs} />
        ))}
      </ul>
    </>
  )
}

function ReportRow({ report, clockOffsetMs }: { report: OwnerReport; clockOffsetMs: number }) {
  const { t } = useTranslation('service')
  const language = useLanguage()
  const { state, outcome } = report
  return (
    <li className={styles.row}>
      <Link to={paths.serviceReport(report.id)}>{report.reference}</Link>
      <span>
        {t(`subject.${report.subject}`)}
        {(report.minerName ?? report.shipName) !== null && `, ${report.minerName ?? report.shipName}`}
      </span>
      <span>
        {report.unread && <span className={styles.unread}>{t('list.unread')}</span>}{' '}
        {state === 'waiting-for-owner' ? t('state.waiting-for-you') : t(`state.${state}`)}
        {outcome !== null && `: ${t(`outcome.${outcome}`)}`}
      </span>
      {state === 'closed' ? (
        <span className={text.quiet}>{formatDateTime(language, report.movedAt)}</span>
      ) : (
        <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="owner" />
      )}
    </li>
  )
}
