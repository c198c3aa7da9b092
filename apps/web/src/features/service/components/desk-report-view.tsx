import type { DeskReportDetail } from '@shipminer/contract/shop/service'
import { languageNames } from '@shipminer/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { deskReportQuery } from '../api/desk-service.ts'
import { AttachedData } from './attached-data.tsx'
import { DeskActions } from './desk-actions.tsx'
import { DeskAnswer } from './desk-answer.tsx'
import { ReportPage } from './report-page.tsx'
import styles from './service.module.css'
import { Thread } from './thread.tsx'

/** One fault report at the desk: the clock, who it is, what was written, what was attached, and what to do for those who may (`mayAct`). */
export function DeskReportView({ id, mayAct }: { id: string; mayAct: boolean }) {
  const { t } = useTranslation('service')
  const found = useQuery(deskReportQuery(id))
  return (
    <ReportPage side="desk" found={found} facts={(report) => <Facts report={report} mayAct={mayAct} />}>
      {(report) => (
        <>
          <Thread messages={report.messages} side="desk" />
          {mayAct && report.state !== 'closed' && <DeskAnswer report={report} />}
          <section className={styles.stack} aria-labelledby="service-data">
            <h2 id="service-data" className={text.plainSub}>
              {t('data')}
            </h2>
            <AttachedData data={report.data} />
          </section>
        </>
      )}
    </ReportPage>
  )
}

function Facts({ report, mayAct }: { report: DeskReportDetail; mayAct: boolean }) {
  const { t } = useTranslation('service')
  const language = useLanguage()
  return (
    <>
      <dl className={lists.facts}>
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
      <DeskActions report={report} mayAct={mayAct} />
    </>
  )
}
