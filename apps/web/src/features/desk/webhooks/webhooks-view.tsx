import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { type DeliveryStatus, replayFailed, setWebhook, webhooksQuery } from './webhooks-queries.ts'

const perPage = 50
const mostShown = 500
const statuses = ['queued', 'delivered', 'failed'] as const

/** Where events of orders and payments are sent, and the result of each. */
export function WebhooksView() {
  const { t } = useTranslation('desk-webhooks')
  const { t: tDesk } = useTranslation('desk')
  const may = useMay()
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const [limit, setLimit] = useState(perPage)
  const [open, setOpen] = useState<'set' | 'replay' | null>(null)
  const [url, setUrl] = useState('')
  const [day, setDay] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [replayed, setReplayed] = useState<number | null>(null)
  const found = useQuery(webhooksQuery(status || undefined, limit))
  const isOn = found.data?.endpoints.some(({ disabledAt }) => disabledAt === null) ?? false
  const maySet = may(deskWebhookEndpoints.deskWebhookSet)
  const mayReplay = isOn && may(deskWebhookEndpoints.deskWebhookReplayFailed)
  const close = () => {
    setOpen(null)
    setWrong(false)
  }
  const noteCode = (isGood: boolean) => {
    setWrong(!isGood)
    return isGood
  }
  return (
    <>
      <h1 className={styles.heading}>{tDesk('nav.webhooks')}</h1>
      <p className={textStyles.quiet}>{t('intro')}</p>
      {secret && (
        <Notice tone="caution" title={t('secretTitle')}>
          <p>{t('secretText')}</p>
          <dl>
            <CopyLine label={t('secret')} text={secret} mono />
          </dl>
          <Button onClick={() => setSecret(null)}>{t('secretKept')}</Button>
        </Notice>
      )}
      {replayed !== null && <Notice tone="good">{t('replayed', { count: replayed })}</Notice>}
      {(maySet || mayReplay) && (
        <div className={layout.actions}>
          {maySet && (
            <Button aria-haspopup="dialog" onClick={() => setOpen('set')}>
              {t('set')}
            </Button>
          )}
          {mayReplay && (
            <Button aria-haspopup="dialog" onClick={() => setOpen('replay')}>
              {t('replayFailed')}
            </Button>
          )}
        </div>
      )}
      {!found.data && <NothingYet query={found} />}
      {found.data?.endpoints.length === 0 && <p className={textStyles.quiet}>{t('none')}</p>}
      {found.data?.endpoints.map((endpoint) => (
        <EndpointCard
          key={endpoint.id}
          endpoint={endpoint}
          clockOffsetMs={found.data.clockOffsetMs}
          onSecret={setSecret}
        />
      ))}
      {found.data && (
        <section className={styles.section} aria-labelledby="webhook-messages">
          <h2 id="webhook-messages" className={textStyles.sub}>
            {t('messages')}
          </h2>
          <SelectField
            label={t('statusFilter')}
            value={status}
            onChange={setStatus}
            options={[
              { value: '', label: tDesk('any') },
              ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
          />
          {found.data.deliveries.length === 0 && <p className={textStyles.quiet}>{t('messagesNone')}</p>}
          <ul className={styles.stack}>
            {found.data.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
          {found.data.hasMore && limit < mostShown && (
            <div>
              <Button
                onClick={() => setLimit(Math.min(limit + perPage, mostShown))}
                aria-disabled={found.isFetching || undefined}
              >
                {tDesk('more')}
              </Button>
            </div>
          )}
        </section>
      )}
      {open === 'set' && (
        <ReasonDialog
          title={t('set')}
          text={t('setText')}
          confirm={t('set')}
          isDanger={isOn}
          check={() => noteCode(URL.canParse(url.trim()) && url.trim().startsWith('http'))}
          act={async (reason) => setSecret(await setWebhook(url.trim(), reason))}
          onClose={close}
        >
          <TextField
            label={t('url')}
            hint={t('urlHint')}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            value={url}
            onChange={setUrl}
            error={isWrong ? t('urlWrong') : null}
          />
        </ReasonDialog>
      )}
      {open === 'replay' && (
        <ReasonDialog
          title={t('replayFailed')}
          text={t('replayFailedText')}
          confirm={t('replayFailed')}
          check={() => noteCode(day !== '')}
          act={async (reason) => setReplayed(await replayFailed(`${day}T00:00:00Z`, reason))}
          onClose={close}
        >
          <TextField
            label={t('sinceDay')}
            type="date"
            value={day}
            onChange={setDay}
            error={isWrong ? t('dayMissing') : null}
          />
        </ReasonDialog>
      )}
    </>
  )
}
