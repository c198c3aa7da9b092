import type { DeskWebhookEndpoint } from '@shipminer/contract/desk/webhooks'
import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import textStyles from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { useMay } from '../shell/use-role.ts'
import { actOnWebhook, testWebhook, type WebhookAction } from './webhooks-queries.ts'

/** One address: whether messages go there, and what can be done with it. */
export function EndpointCard({
  endpoint,
  clockOffsetMs,
  onSecret,
}: {
  endpoint: DeskWebhookEndpoint
  clockOffsetMs: number
  onSecret: (secret: string) => void
}) {
  const { t } = useTranslation('desk-webhooks')
  const language = useLanguage()
  const troubleWords = useTroubleWords()
  const may = useMay()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [open, setOpen] = useState<WebhookAction | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const isOn = endpoint.disabledAt === null
  const mayTest = isOn && may(deskWebhookEndpoints.deskWebhookTest)
  const possible: WebhookAction[] = isOn ? ['rotate-secret', 'disable'] : ['enable']
  const actions = possible.filter((action) => may(deskWebhookEndpoints.deskWebhookAct, action))
  const test = () =>
    run(async () => {
      setSaid(null)
      const { status, lastStatusCode, lastError } = await testWebhook()
      const detail =
        lastStatusCode === null ? troubleWords(lastError ?? '') : t('answered', { code: lastStatusCode })
      setSaid(`${t(`status.${status}`)}: ${detail}`)
      await queries.invalidateQueries({ queryKey: ['desk', 'webhooks'] })
      return null
    })
  return (
    <article className={styles.card} aria-labelledby={`webhook-${endpoint.id}`}>
      <div className={styles.head}>
        <h2 id={`webhook-${endpoint.id}`} className={`${textStyles.sub} ${styles.mono}`}>
          {endpoint.url}
        </h2>
        <StatusBadge status={isOn ? 'online' : 'offline'} label={t(isOn ? 'on' : 'off')} />
      </div>
      <dl className={lists.facts}>
        <Fact name={t('since')}>{formatDateTime(language, endpoint.createdAt)}</Fact>
        <Fact name={t('lastDelivered')}>
          {endpoint.lastDeliveredAt === null ? (
            t('never')
          ) : (
            <Age at={endpoint.lastDeliveredAt} clockOffsetMs={clockOffsetMs} />
          )}
        </Fact>
        <Fact name={t('status.queued')}>{formatNumber(language, endpoint.waiting)}</Fact>
        <Fact name={t('status.failed')}>
          <span className={endpoint.failed > 0 ? textStyles.late : undefined}>
            {formatNumber(language, endpoint.failed)}
          </span>
        </Fact>
        {endpoint.disabledAt !== null && (
          <Fact name={t('offSince')}>
            {formatDateTime(language, endpoint.disabledAt)}
            {endpoint.disabledBecause && (
              <>
                <br />
                <small className={textStyles.small}>{troubleWords(endpoint.disabledBecause)}</small>
              </>
            )}
          </Fact>
        )}
      </dl>
      {said && <p role="status">{said}</p>}
      <TaskNotice message={message} />
      {(mayTest || actions.length > 0) && (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, nothing is submitted
        <div className={layout.actions} role="group" aria-label={`${t('actions')}: ${endpoint.url}`}>
          {mayTest && (
            <Button onClick={() => void test()} aria-disabled={isBusy || undefined}>
              {t('test')}
            </Button>
          )}
          {actions.map((action) => (
            <Button
              key={action}
              kind={action === 'disable' ? 'danger' : 'plain'}
              aria-haspopup="dialog"
              onClick={() => setOpen(action)}
            >
              {t(`act.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <ReasonDialog
          key={open}
          title={t(`act.${open}`)}
          text={t(`actText.${open}`)}
          confirm={t(`act.${open}`)}
          isDanger={open !== 'enable'}
          act={async (reason) => {
            const secret = await actOnWebhook(endpoint.id, open, reason)
            if (secret !== null) onSecret(secret)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}
