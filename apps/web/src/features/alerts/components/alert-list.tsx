import type { Alert } from '@shipminer/contract/mining'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { agePart, formatDateTime } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { alertSubject, openAlerts } from '../lib/open-alerts.ts'
import styles from './alert-list.module.css'

const shownAtFirst = 3

/** Open alerts, the worst first, each with what to do about it. `nowMinute` is the server's time in ms, by the minute; with `severalShips` each names its ship. */
export function AlertList({
  alerts,
  nowMinute,
  severalShips,
}: {
  alerts: readonly Alert[]
  nowMinute: number
  severalShips: boolean
}) {
  const { t } = useTranslation('fleet')
  const [all, setAll] = useState(false)
  const open = openAlerts(alerts)
  if (open.length === 0) return null
  const shown = all ? open.slice(0, 100) : open.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="alerts-title">
      <h2 id="alerts-title" className="visually-hidden">
        {t('alerts.title')}
      </h2>
      <ul className={styles.list}>
        {shown.map((alert) => (
          <AlertItem key={alert.id} alert={alert} nowMinute={nowMinute} severalShips={severalShips} />
        ))}
      </ul>
      {!all && open.length > shown.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('alerts.more', { count: open.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

function AlertItem({
  alert,
  nowMinute,
  severalShips,
}: {
  alert: Alert
  nowMinute: number
  severalShips: boolean
}) {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const { unit, count } = agePart(Math.max(0, nowMinute - alert.raisedAt))
  const age = unit === 'now' || unit === 'seconds' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  const title = t(`alerts.${alert.kind}`, { name: alertSubject(alert) })
  return (
    <li className={`${styles.alert} ${styles[alert.severity]}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path
          d={alert.severity === 'critical' ? 'M7 0l7 7-7 7-7-7z' : 'M7 0.5L14 13H0z'}
          fill="currentColor"
        />
      </svg>
      <div>
        <h3>
          {alert.minerId === null ? (
            title
          ) : (
            <Link to={paths.miner(alert.minerId)} className={styles.link}>
              {title}
            </Link>
          )}
        </h3>
        <p className={styles.facts}>
          {severalShips && alert.minerId !== null && `${alert.controllerName}. `}
          {t(`alerts.${alert.severity}`)}
          {alert.status === 'acknowledged' && `, ${t('alerts.acknowledged')}`}
          {', '}
          {t('alerts.since', { time: formatDateTime(language, alert.raisedAt), age })}
        </p>
        <p className={styles.advice}>{t(`alerts.advice.${alert.kind}`)}</p>
      </div>
    </li>
  )
}
