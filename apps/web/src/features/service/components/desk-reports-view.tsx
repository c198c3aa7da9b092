import type { DeskReport } from '@shipminer/contract/shop/service'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { AnswerClock } from '../../../ui/company/answer-clock.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { deskReportsQuery, reportFilters } from '../api/desk-service.ts'
import styles from './service.module.css'

/** Fault reports at the desk; what is due first comes first. The filter is kept in the address. */
export function DeskReportsView() {
  const { t } = useTranslation('service')
  const errorText = useErrorText()
  const [params, setParams] = useSearchParams()
  const filter = reportFilters.find((one) => one === params.get('show')) ?? 'open'
  const found = useInfiniteQuery(deskReportsQuery(filter))
  const reports = found.data?.pages.flatMap((page) => page.reports)
  const clockOffsetMs = found.data?.pages.at(-1)?.clockOffsetMs ?? 0
  const show = (wanted: string) =>
    setParams(wanted === 'open' ? new URLSearchParams() : new URLSearchParams({ show: wanted }), {
      replace: true,
    })
  return (
    <>
      <h1 className={styles.heading}>{t('desk.title')}</h1>
      <div className={styles.form}>
        <SelectField
          label={t('desk.show')}
          value={filter}
          onChange={show}
          options={reportFilters.map((value) => ({ value, label: t(`desk.filter.${value}`) }))}
        />
      </div>
      {!found.data && found.error && (
        <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <Loading />}
      {reports?.length === 0 && <p className={text.quiet}>{t('desk.none')}</p>}
      {reports && reports.length > 0 && (
        <ul className={styles.list}>
          {reports.map((report) => (
            <DeskRow key={report.id} report={report} clockOffsetMs={clockOffsetMs} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div>
          <Button onClick={() => void found.fetchNextPage()} aria-disabled={found.isFetching || undefined}>
            {t('desk.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function DeskRow({ report, clockOffsetMs }: { report: DeskReport; clockOffsetMs: number }) {
  const { t } = useTranslation('service')
  const language = useLanguage()
  const { state, outcome } = report
  return (
    <li className={styles.row}>
      <Link to={paths.deskServiceReport(report.id)} data-row>
        {report.reference}
      </Link>
      <span>
        {t(`subject.${report.subject}`)}, {report.ownerName}
        {report.shipName !== null && `, ${report.shipName}`}
        {report.minerName !== null && `, ${report.minerName}`}
      </span>
      <span>
        {t(`state.${state}`)}
        {outcome !== null && `: ${t(`outcome.${outcome}`)}`}
        {state !== 'closed' && (
          <span className={text.small}>
            {' · '}
            {report.assignedTo === null ? t('desk.notTaken') : t('desk.taken', { name: report.assignedTo })}
          </span>
        )}
      </span>
      {state === 'closed' ? (
        <span className={text.quiet}>{formatDateTime(language, report.movedAt)}</span>
      ) : (
        <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="desk" />
      )}
    </li>
  )
}
