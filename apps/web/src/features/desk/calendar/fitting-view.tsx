import { deskCalendarEndpoints, type Fitting } from '@shipminer/contract/desk/calendar'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import { useMay } from '../shell/use-role.ts'
import { BoxesOfOrder } from '../stock/order-boxes.tsx'
import { fetchFittingSheet, fittingQuery } from './calendar-queries.ts'
import { PlanForm } from './plan-form.tsx'

/** The fitter's sheet of an order: who, where, what it needs, which boxes, and what the check on board found. */
export function FittingView({ id }: { id: string }) {
  const { t } = useTranslation('desk-calendar')
  const { t: tDesk } = useTranslation('desk')
  const found = useQuery(fittingQuery(id))
  return (
    <>
      <p>
        <Link to={paths.deskCalendar}>{t('back')}</Link>
      </p>
      {!found.data && <NothingYet query={found} missing={tDesk('orders.missing')} />}
      {found.data && <Found fitting={found.data} />}
    </>
  )
}

function Found({ fitting }: { fitting: Fitting }) {
  const { t } = useTranslation('desk-calendar')
  const { t: tOffer } = useTranslation('offer')
  const language = useLanguage()
  const may = useMay()
  const { isBusy, message, run } = useTask()
  const { installation } = fitting
  const mayPlan = may(deskCalendarEndpoints.deskPlanFitting)
  const print = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchFittingSheet(installation.orderId, language)
      if (!savePdf(filename, pdfBase64)) throw new Error(tOffer('pdfBroken'))
      return null
    })
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.heading}>
          {installation.shipName ?? installation.company ?? installation.buyerName}
        </h1>
        <Link to={paths.deskOrder(installation.orderId)}>{installation.number}</Link>
      </div>
      {installation.isOnHold && <Notice tone="error">{t('onHold')}</Notice>}
      <div className={layout.actions}>
        <Button kind="main" onClick={() => void print()} aria-disabled={isBusy || undefined}>
          {t('pdf')}
        </Button>
      </div>
      <TaskNotice message={message} />
      <div className={styles.columns}>
        <div className={styles.page}>
          <Facts fitting={fitting} />
          <BoxesOfOrder
            order={{
              id: installation.orderId,
              number: installation.number,
              state: installation.state,
              of: installation.boxes.of,
            }}
          />
          <Reports fitting={fitting} />
        </div>
        {mayPlan && <PlanForm fitting={fitting} />}
      </div>
    </>
  )
}

function Facts({ fitting }: { fitting: Fitting }) {
  const { t } = useTranslation('desk-calendar')
  const language = useLanguage()
  const { installation, plan, contact, ship, needs } = fitting
  const kw = (value: number) => formatNumber(language, value)
  const phone = plan.contactPhone ?? contact.phone
  const details = ship && [ship.homePort, ship.registrationNumber].filter(Boolean).join(' · ')
  return (
    <dl className={lists.facts}>
      <Fact name={t('ship')}>
        {ship?.name ?? installation.shipName ?? t('unknown')}
        {details && <span className={text.small}> {details}</span>}
      </Fact>
      <Fact name={t('berth')}>{plan.berth ?? t('unknown')}</Fact>
      <Fact name={t('contact')}>
        {plan.contactName ?? contact.name}
        <br />
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
      </Fact>
      <Fact name={t('fitter')}>{plan.fitter ?? t('unknown')}</Fact>
      <Fact name={t('generator')}>
        {ship !== null && ship.generatorCapacityKw !== null && (
          <>
            {t('has', { power: kw(ship.generatorCapacityKw) })}
            <br />
          </>
        )}
        {t('needs', { power: kw(needs.powerKw) })}
        {needs.generatorKw !== null && `, ${t('needsGenerator', { power: kw(needs.generatorKw) })}`}
        {plan.generator !== null && (
          <>
            <br />
            <span className={text.lines}>{plan.generator}</span>
          </>
        )}
      </Fact>
      <Fact name={t('cabling')}>
        <span className={text.lines}>{plan.cabling ?? t('unknown')}</span>
      </Fact>
      {plan.notes !== null && (
        <Fact name={t('notes')}>
          <span className={text.lines}>{plan.notes}</span>
        </Fact>
      )}
      {fitting.buyerNotes !== null && (
        <Fact name={t('buyerNotes')}>
          <span className={text.lines}>{fitting.buyerNotes}</span>
        </Fact>
      )}
    </dl>
  )
}

function Reports({ fitting: { reports } }: { fitting: Fitting }) {
  const { t } = useTranslation('desk-calendar')
  const language = useLanguage()
  return (
    <section className={styles.section} aria-labelledby="fitting-reports">
      <h2 id="fitting-reports" className={styles.heading}>
        {t('commissioning')}
      </h2>
      {reports.length === 0 && <p className={text.quiet}>{t('commissioningNone')}</p>}
      {reports.length > 0 && (
        <ul className={styles.stack}>
          {reports.map(({ controllerId, finishedAt }) => (
            <li key={controllerId}>
              <DeskLink to={paths.deskController(controllerId)}>
                {t('commissioningDone', {
                  box: controllerId,
                  day: finishedAt === null ? t('unknown') : formatDateTime(language, finishedAt),
                })}
              </DeskLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
