import type { AttachedData } from '@shipminer/contract/attached-data'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from './service.module.css'

/** The alerts and commands that were attached, newest first. */
export function AttachedEvents({ data: { alerts, commands } }: { data: AttachedData }) {
  const { t } = useTranslation('service')
  const { t: tAlert } = useTranslation('alert-settings')
  const { t: tControl } = useTranslation('control')
  const language = useLanguage()
  const time = (at: number) => formatDateTime(language, at)
  return (
    <>
      <section className={styles.stack}>
        <h3 className={text.plainSub}>{t('data.alerts')}</h3>
        {alerts.length === 0 && <p className={text.quiet}>{t('data.alertsNone')}</p>}
        <ul hidden={alerts.length === 0}>
          {alerts.map(({ id, kind, status, minerName, controllerName, raisedAt, resolvedAt }) => (
            <li key={id}>
              <span className={status === 'resolved' ? '' : text.late}>{tAlert(`kind.${kind}`)}</span>,{' '}
              {minerName ?? controllerName},{' '}
              {resolvedAt === null
                ? t('data.alertOpen', { from: time(raisedAt) })
                : t('data.awaySpan', { from: time(raisedAt), to: time(resolvedAt) })}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.stack}>
        <h3 className={text.plainSub}>{t('data.commands')}</h3>
        {commands.length === 0 && <p className={text.quiet}>{t('data.commandsNone')}</p>}
        <ul hidden={commands.length === 0}>
          {commands.map((command) => (
            <li key={`${command.issuedAt} ${command.minerId} ${command.action}`}>
              {time(command.issuedAt)}: {tControl(`action.${command.action}`)}
              {command.minerName !== null && `, ${command.minerName}`}: {tControl(`state.${command.state}`)}
              {command.reason !== null &&
                ` (${tControl(`reason.${command.reason}` as 'reason.unsupported', { defaultValue: command.reason })})`}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
