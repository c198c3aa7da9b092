import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { AnswerClock } from '../../../ui/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Age } from '../../../ui/values/age.tsx'
import { todayQuery } from '../api/desk.ts'
import styles from './desk.module.css'
import { LeadClock } from './lead-clock.tsx'
import { OrderRow } from './order-row.tsx'

/** What waits at the desk, each with the way to it. */
export function TodayView() {
  const { t } = useTranslation('desk')
  const { t: tBank } = useTranslation('desk-bank')
  const { t: tService } = useTranslation('service')
  const { t: tPayouts } = useTranslation('desk-payouts')
  const { data } = useQuery(todayQuery)
  if (!data) return null
  const { newOrders, dueReports, staleLeads, silentControllers, clockOffsetMs } = data
  const waiting =
    newOrders.length +
    data.waitingReports +
    staleLeads.length +
    silentControllers.length +
    data.paymentDecisions +
    data.firstPayoutsDue +
    data.openRefunds +
    data.openBankEntries
  return (
    <>
      <h1 className={styles.heading}>{t('nav.today')}</h1>
      {waiting === 0 && <Notice tone="good">{t('today.clear')}</Notice>}
      <ul className={styles.counts}>
        <Count to={`${paths.deskOrders}?state=placed`} words={t('today.orders')} count={newOrders.length} />
        <Count to={paths.deskPayments} words={t('today.payments')} count={data.paymentDecisions} />
        <Count to={paths.deskPayments} words={t('today.refunds')} count={data.openRefunds} />
        {data.openBankEntries > 0 && (
          <Count to={paths.deskBank} words={tBank('today')} count={data.openBankEntries} />
        )}
        <Count to={paths.deskPayouts} words={tPayouts('first.today.count')} count={data.firstPayoutsDue} />
        <Count to={paths.deskService} words={tService('desk.waiting')} count={data.waitingReports} />
        <Count to={paths.deskLeads} words={t('today.openLeads')} count={data.openLeads} />
        <Count to={paths.deskControllers} words={t('today.silent')} count={silentControllers.length} />
        {data.failedMails > 0 && <Count to={null} words={t('today.mails')} count={data.failedMails} />}
      </ul>
      <section className={styles.section} aria-labelledby="today-service">
        <h2 id="today-service" className={styles.heading}>
          {tService('desk.due')}
        </h2>
        {dueReports.length === 0 ? (
          <p className={styles.quiet}>{tService('desk.dueNone')}</p>
        ) : (
          <ul className={styles.list}>
            {dueReports.map((report) => (
              <li key={report.id} className={styles.row}>
                <Link to={paths.deskServiceReport(report.id)}>{report.reference}</Link>
                <span>{report.shipName ?? report.ownerName}</span>
                <span>{tService(`subject.${report.subject}`)}</span>
                <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="desk" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section} aria-labelledby="today-orders">
        <h2 id="today-orders" className={styles.heading}>
          {t('today.orders')}
        </h2>
        {newOrders.length === 0 ? (
          <p className={styles.quiet}>{t('today.ordersNone')}</p>
        ) : (
          <ul className={styles.list}>
            {newOrders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section} aria-labelledby="today-leads">
        <h2 id="today-leads" className={styles.heading}>
          {t('today.leads')}
        </h2>
        {staleLeads.length === 0 ? (
          <p className={styles.quiet}>{t('today.leadsNone')}</p>
        ) : (
          <ul className={styles.list}>
            {staleLeads.map((lead) => (
              <li key={lead.id} className={styles.row}>
                <Link to={paths.deskLead(lead.id)}>{lead.reference}</Link>
                <span>{lead.name ?? lead.email}</span>
                <span>{t(`kind.${lead.kind}`)}</span>
                <LeadClock lead={lead} clockOffsetMs={clockOffsetMs} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section} aria-labelledby="today-silent">
        <h2 id="today-silent" className={styles.heading}>
          {t('today.silent')}
        </h2>
        {silentControllers.length === 0 ? (
          <p className={styles.quiet}>{t('today.silentNone')}</p>
        ) : (
          <ul className={styles.list}>
            {silentControllers.map((controller) => (
              <li key={controller.id} className={styles.row}>
                <Link to={paths.deskController(controller.id)}>{controller.id}</Link>
                <span>{controller.name}</span>
                <span>{controller.owner}</span>
                <Age at={controller.lastSeenAt} clockOffsetMs={clockOffsetMs} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Count({ to, words, count }: { to: string | null; words: string; count: number }) {
  const content = (
    <>
      <strong>{count}</strong>
      {words}
    </>
  )
  return (
    <li>
      {to === null ? (
        <div className={styles.count} data-waiting={count > 0}>
          {content}
        </div>
      ) : (
        <Link to={to} className={styles.count} data-waiting={count > 0}>
          {content}
        </Link>
      )}
    </li>
  )
}
