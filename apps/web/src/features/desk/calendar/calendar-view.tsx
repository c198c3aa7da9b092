import type { DeskInstallation } from '@shipminer/contract/desk/calendar'
import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { addDays } from '@shipminer/domain/stock/calendar-week'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatWeekdayDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import own from './calendar.module.css'
import { calendarQuery } from './calendar-queries.ts'

/** The installations of a week; what is late, and what waits for a day. The week is kept in the address. */
export function CalendarView() {
  const { t } = useTranslation('desk-calendar')
  const { t: tDesk } = useTranslation('desk')
  const [params, setParams] = useSearchParams()
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(params.get('day') ?? '')?.[0] ?? null
  const found = useQuery(calendarQuery(day))
  const { data } = found
  const go = (to: string | null) =>
    setParams(new URLSearchParams(to === null ? {} : { day: to }), { replace: true })
  const monday = data?.days[0]
  const week = monday === undefined ? null : deliveryWeek(Date.parse(monday), 0)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.calendar')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      <div className={own.turn}>
        <Button onClick={() => monday && go(addDays(monday, -7))}>
          <Turn d="M8 1L3 6l5 5" />
          <span className="hidden-on-phone">{t('previous')}</span>
        </Button>
        <Button onClick={() => go(null)}>{t('thisWeek')}</Button>
        <Button onClick={() => monday && go(addDays(monday, 7))}>
          <span className="hidden-on-phone">{t('next')}</span>
          <Turn d="M4 1l5 5-5 5" />
        </Button>
        <p className={text.strong} role="status">
          {week && t('week', { week: String(week.week), year: String(week.year) })}
        </p>
      </div>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          <div className={own.week} aria-busy={found.isFetching || undefined}>
            {data.days.map((one) => (
              <Day
                key={one}
                day={one}
                isToday={one === data.today}
                installations={data.installations.filter(({ on }) => on === one)}
              />
            ))}
          </div>
          <div className={own.lists}>
            {data.overdue.length > 0 && (
              <List id="calendar-overdue" title={t('overdue')} installations={data.overdue} />
            )}
            <List
              id="calendar-unplanned"
              title={t('unplanned')}
              installations={data.unplanned}
              none={t('unplannedNone')}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Which way a button turns; on a phone it stands there without the words. */
function Turn({ d }: { d: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}

function Day({
  day,
  isToday,
  installations,
}: {
  day: string
  isToday: boolean
  installations: readonly DeskInstallation[]
}) {
  const { t } = useTranslation('desk-calendar')
  const language = useLanguage()
  return (
    <section className={own.day} data-today={isToday} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>
        {formatWeekdayDate(language, Date.parse(`${day}T12:00`))}
        {isToday && <span className={text.small}> {t('today')}</span>}
      </h2>
      {installations.length === 0 && <p className={own.none}>{t('dayNone')}</p>}
      {installations.map((one) => (
        <Item key={one.orderId} installation={one} />
      ))}
    </section>
  )
}

function List({
  id,
  title,
  installations,
  none,
}: {
  id: string
  title: string
  installations: readonly DeskInstallation[]
  none?: string
}) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {installations.length === 0 && <p className={text.quiet}>{none}</p>}
      <ul>
        {installations.map((one) => (
          <li key={one.orderId}>
            <Item installation={one} isLate={one.on !== null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One installation; it leads to its sheet. */
function Item({ installation, isLate = false }: { installation: DeskInstallation; isLate?: boolean }) {
  const { t } = useTranslation('desk-calendar')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const { orderId, number, on, startsAt, fitter, berth, buyerName, company, shipName, city } = installation
  const isDone = installation.state === 'installed' || installation.state === 'completed'
  const standing = isDone ? 'done' : isLate || installation.isOnHold ? 'late' : 'planned'
  return (
    <Link to={paths.deskFitting(orderId)} className={own.item} data-standing={standing}>
      <b>
        {startsAt !== null && `${startsAt} `}
        {shipName ?? company ?? buyerName}
      </b>
      <span>
        {installation.products
          .map((one) => tOrder('line', { count: one.quantity, name: one.name }))
          .join(', ')}
      </span>
      <small>
        {[
          number,
          isLate && on !== null && formatWeekdayDate(language, Date.parse(`${on}T12:00`)),
          berth ?? city,
          fitter,
          isDone && t('done'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {installation.isOnHold && <small>{t('onHold')}</small>}
    </Link>
  )
}
