import type { DeskWebhookDelivery } from '@shipminer/contract/desk/webhooks'
import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/signs/live-region.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { useMay } from '../shell/use-role.ts'
import { replayDelivery } from './webhooks-queries.ts'

/** One message, how it went, and each try on demand. */
export function DeliveryRow({ delivery }: { delivery: DeskWebhookDelivery }) {
  const { t } = useTranslation('desk-webhooks')
  const language = useLanguage()
  const troubleWords = useTroubleWords()
  const may = useMay()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const { id, type, status, tries, lastStatusCode, lastError, nextAttemptAt } = delivery
  const replay = () =>
    run(async () => {
      const { status } = await replayDelivery(id)
      announce(t(`status.${status}`))
      await queries.invalidateQueries({ queryKey: ['desk', 'webhooks'] })
      return null
    })
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong className={styles.mono}>{type}</strong>
        <span className={status === 'delivered' ? undefined : text.late}>{t(`status.${status}`)}</span>
        <span className={text.small}>{formatDateTime(language, Date.parse(delivery.createdAt))}</span>
      </div>
      <p className={text.small}>
        {t('attempts', { count: delivery.attempts })}
        {lastStatusCode !== null && ` · ${t('answered', { code: lastStatusCode })}`}
        {lastStatusCode === null && lastError !== null && ` · ${troubleWords(lastError)}`}
        {nextAttemptAt !== null &&
          ` · ${t('nextTry', { at: formatDateTime(language, Date.parse(nextAttemptAt)) })}`}
      </p>
      <p className={`${text.small} ${styles.mono}`}>{delivery.url}</p>
      {tries.length > 0 && (
        <details>
          <summary data-row>{t('tries')}</summary>
          <ul className={styles.stack}>
            {tries.map((one) => (
              <li key={one.at} className={text.small}>
                {formatDateTime(language, one.at)} ·{' '}
                {one.statusCode === null
                  ? one.error === null
                    ? t('noAnswer')
                    : troubleWords(one.error)
                  : t('answered', { code: one.statusCode })}{' '}
                · {formatNumber(language, one.durationMs)} ms
              </li>
            ))}
          </ul>
        </details>
      )}
      <TaskNotice message={message} />
      {may(deskWebhookEndpoints.deskWebhookReplay) && (
        <div className={layout.actions}>
          <Button
            onClick={() => void replay()}
            aria-disabled={isBusy || undefined}
            aria-label={`${t('replay')}: ${type}`}
          >
            {t('replay')}
          </Button>
        </div>
      )}
    </li>
  )
}
