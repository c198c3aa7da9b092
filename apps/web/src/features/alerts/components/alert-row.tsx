import type { Alert } from '@shipminer/contract/mining'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { FaultList } from '../../../ui/signs/fault-list.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { advanceAlert } from '../api/alerts.ts'
import { alertSubject } from '../lib/open-alerts.ts'
import styles from './alert-list.module.css'
import rowStyles from './alerts.module.css'
import { SeverityShape } from './severity-sign.tsx'

/** One alert with its next step: seen, then dealt with. */
export function AlertRow({ alert, mayAct }: { alert: Alert; mayAct: boolean }) {
  const { t } = useTranslation('fleet')
  const { t: tOwn } = useTranslation('alert-settings')
  const language = useLanguage()
  const client = useQueryClient()
  const { isBusy, message, run } = useTask()
  const title = t(`alerts.${alert.kind}`, { name: alertSubject(alert) })
  const advance = () =>
    run(async () => {
      const { status } = await advanceAlert(alert)
      announce(`${title}: ${tOwn(`status.${status}`)}`)
      return null
    }).finally(() => {
      void client.invalidateQueries({ queryKey: ['alerts'] })
      void client.invalidateQueries({ queryKey: ['fleet', 'dashboard'] })
    })
  const next = alert.status === 'active' ? 'acknowledge' : alert.status === 'acknowledged' ? 'resolve' : null
  return (
    <li
      className={`${styles.alert} ${alert.status === 'resolved' ? rowStyles.resolved : styles[alert.severity]}`}
    >
      <SeverityShape severity={alert.severity} />
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
          {alert.minerId !== null && `${alert.controllerName}. `}
          {t(`alerts.${alert.severity}`)}, {tOwn(`status.${alert.status}`)},{' '}
          {tOwn('since', { time: formatDateTime(language, alert.raisedAt) })}
          {alert.escalatedAt !== null &&
            `, ${tOwn('escalated', { time: formatDateTime(language, alert.escalatedAt) })}`}
          {alert.resolvedAt !== null &&
            `, ${tOwn('resolvedAt', { time: formatDateTime(language, alert.resolvedAt) })}`}
          {alert.standsFor !== null &&
            alert.standsFor > 0 &&
            `; ${tOwn('standsFor', { count: alert.standsFor })}`}
        </p>
        {alert.otherMeter !== null && (
          <p className={styles.advice}>{t(`otherMeter.${alert.otherMeter.part}`, alert.otherMeter)}</p>
        )}
        <FaultList faults={alert.faults} hasAdvice={alert.status !== 'resolved'} />
        {alert.status !== 'resolved' && alert.faults.length === 0 && (
          <p className={styles.advice}>{t(`alerts.advice.${alert.kind}`)}</p>
        )}
        {mayAct && next && (
          <div className={rowStyles.act}>
            <Button
              onClick={() => void advance()}
              disabled={isBusy}
              aria-label={tOwn(`${next}Name`, { what: title })}
            >
              {tOwn(next)}
            </Button>
          </div>
        )}
        {message && <p role="alert">{message.text}</p>}
      </div>
    </li>
  )
}
