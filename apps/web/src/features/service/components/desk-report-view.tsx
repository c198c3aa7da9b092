import { languageNames } from '@shipminer/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { AnswerClock } from '../../../ui/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorState, Notice } from '../../../ui/notice.tsx'
import { deskReportQuery } from '../api/desk-service.ts'
import { AttachedData } from './attached-data.tsx'
import { DeskActions } from './desk-actions.tsx'
import { DeskAnswer } from './desk-answer.tsx'
import { Fact } from './fact.tsx'
import styles from './service.module.css'
import { Thread } from './thread.tsx'

/** One fault report at the desk: the clock, who it is, what was written, what was attached, and what to do. */
export function DeskReportView({ id }: { id: string }) {
  const { t } = useTranslation('service')
  const errorText = useErrorText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(deskReportQuery(id))
  const back = (
    <p>
      <Link to={paths.deskService}>{t('back')}</Link>
    </p>
  )
  if (!data) {
    return (
      <>
        <h1 className={styles.heading}>{t('desk.title')}</h1>
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
  const { state, outcome } = report
  return (
    <>
      <div className={styles.stack}>
        {back}
        <h1 className={styles.heading}>
          {report.reference}: {t(`subject.${report.subject}`)}
        </h1>
        <p className={styles.strong}>
          {t(`state.${state}`)}
          {outcome !== null && `: ${t(`outcome.${outcome}`)}`}
        </p>
        {(state !== 'closed' || report.answeredAt !== null) && (
          <p>
            <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="desk" />
          </p>
        )}
        {error && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        <dl className={styles.facts}>
          <Fact name={t('desk.owner')}>{report.ownerName}</Fact>
          <Fact name={t('desk.phone')}>
            {report.phone === null ? (
              t('desk.phoneNone')
            ) : (
              <a href={`tel:${report.phone.replaceAll(/[^\d+]/g, '')}`}>{report.phone}</a>
            )}
          </Fact>
          <Fact name={t('desk.language')}>{languageNames[report.language]}</Fact>
          <Fact name={t('desk.ship')}>{report.shipName ?? t('desk.shipNone')}</Fact>
          {report.minerName !== null && <Fact name={t('desk.miner')}>{report.minerName}</Fact>}
          <Fact name={t('desk.opened')}>{formatDateTime(language, report.openedAt)}</Fact>
        </dl>
        <DeskActions report={report} />
      </div>
      <Thread messages={report.messages} side="desk" />
      {state !== 'closed' && <DeskAnswer report={report} />}
      <section className={styles.stack} aria-labelledby="service-data">
        <h2 id="service-data" className={styles.sub}>
          {t('data')}
        </h2>
        <AttachedData data={report.data} />
      </section>
    </>
  )
}
