import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownZone } from '../../../lib/format/use-shown-zone.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import {
  type AlertSettings,
  alertSettingsQuery,
  saveAlertSettings,
  subscribePush,
} from '../api/alert-settings.ts'
import { type ChannelForm, type ChannelProblem, channelForm, parseChannels } from '../lib/channel-form.ts'
import { askForPush } from '../lib/push.ts'
import styles from './alerts.module.css'
import { SettingsForm } from './settings-form.tsx'
import { TelegramLink } from './telegram-link.tsx'

/** E-mail, Telegram, webhook, quiet hours, and push messages to this device. */
export function AlertChannels({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alert-settings')
  const client = useQueryClient()
  const [form, setForm] = useState(() => channelForm(settings.channels, settings.weeklyMail))
  const [problem, setProblem] = useState<ChannelProblem | null>(null)
  const timeZone = useShownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const hadTelegram = settings.channels.telegram !== null
  const change = (part: Partial<ChannelForm>) => setForm({ ...form, ...part })

  const prepare = () => {
    const parsed = parseChannels(form, { hadTelegram, timeZone })
    setProblem(parsed.ok ? null : parsed.problem)
    if (!parsed.ok) return null
    return async () => {
      const { channels } = parsed
      const { weeklyMail } = form
      await saveAlertSettings({ channels, weeklyMail })
      client.setQueryData(
        alertSettingsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            weeklyMail,
            channels: { ...channels, telegram: channels.telegram && { ...channels.telegram, botToken: '' } },
          },
      )
      change({ botToken: '' })
    }
  }

  return (
    <SettingsForm part="channels" prepare={prepare}>
      <div className={styles.group}>
        <Check checked={form.email} onChange={(email) => change({ email })}>
          {t('channels.email')}
        </Check>
        <p className={styles.quiet}>{t('channels.emailText')}</p>
      </div>
      <div className={styles.group}>
        <Check checked={form.weeklyMail} onChange={(weeklyMail) => change({ weeklyMail })}>
          {t('channels.weekly')}
        </Check>
        <p className={styles.quiet}>{t('channels.weeklyText')}</p>
      </div>
      {settings.pushKey !== null && <PushChoice publicKey={settings.pushKey} />}
      {settings.telegramBot !== null && <TelegramLink bot={settings.telegramBot} />}
      {(settings.telegramBot === null || hadTelegram) && (
        <OwnBot form={form} change={change} problem={problem} hadTelegram={hadTelegram} />
      )}
      <div className={styles.group}>
        <Check checked={form.hasWebhook} onChange={(hasWebhook) => change({ hasWebhook })}>
          {t('channels.webhook')}
        </Check>
        <p className={styles.quiet}>{t('channels.webhookText')}</p>
        {form.hasWebhook && (
          <TextField
            label={t('channels.url')}
            mono
            inputMode="url"
            autoComplete="off"
            value={form.webhookUrl}
            onChange={(webhookUrl) => change({ webhookUrl })}
            error={problem === 'webhookUrl' ? t('channels.urlBad') : null}
          />
        )}
        {settings.channels.webhookUrl !== null && (
          <>
            <dl>
              <CopyLine label={t('channels.secret')} text={settings.webhookSecret} mono />
            </dl>
            <p className={styles.quiet}>{t('channels.secretHint')}</p>
          </>
        )}
      </div>
      <div className={styles.group}>
        <Check checked={form.hasQuietHours} onChange={(hasQuietHours) => change({ hasQuietHours })}>
          {t('channels.quiet')}
        </Check>
        <p className={styles.quiet}>{t('channels.quietText')}</p>
        {form.hasQuietHours && (
          <>
            <div className={styles.pair}>
              <TextField
                label={t('channels.from')}
                type="time"
                required
                value={form.from}
                onChange={(from) => change({ from: from || form.from })}
              />
              <TextField
                label={t('channels.to')}
                type="time"
                required
                value={form.to}
                onChange={(to) => change({ to: to || form.to })}
              />
            </div>
            <p className={styles.quiet}>{t('channels.zone', { zone: timeZone })}</p>
            <Check
              checked={form.criticalInQuietHours}
              onChange={(criticalInQuietHours) => change({ criticalInQuietHours })}
            >
              {t('channels.critical')}
            </Check>
          </>
        )}
      </div>
    </SettingsForm>
  )
}

/** Push messages to this browser; the permission is requested when the button is pressed and never before. */
function PushChoice({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('alert-settings')
  const [outcome, setOutcome] = useState<'subscribed' | 'denied' | 'unsupported' | null>(null)
  const { isBusy, message, run } = useTask()
  const ask = () =>
    run(async () => {
      const result = await askForPush(publicKey)
      if (result.kind === 'subscribed') await subscribePush(result.subscription)
      setOutcome(result.kind)
      return null
    })
  return (
    <div className={styles.group}>
      <h3>{t('push.title')}</h3>
      <p className={styles.quiet}>{t('push.lead')}</p>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {outcome === 'subscribed' && <Notice tone="good">{t('push.done')}</Notice>}
      {outcome === 'denied' && <Notice tone="caution">{t('push.denied')}</Notice>}
      {outcome === 'unsupported' && <Notice tone="caution">{t('push.unsupported')}</Notice>}
      {outcome !== 'subscribed' && (
        <div>
          <Button onClick={() => void ask()} disabled={isBusy}>
            {t('push.on')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A bot of the owner's own, where the provider has none. */
function OwnBot({
  form,
  change,
  problem,
  hadTelegram,
}: {
  form: ChannelForm
  change: (part: Partial<ChannelForm>) => void
  problem: ChannelProblem | null
  hadTelegram: boolean
}) {
  const { t } = useTranslation('alert-settings')
  return (
    <div className={styles.group}>
      <Check checked={form.hasTelegram} onChange={(hasTelegram) => change({ hasTelegram })}>
        {t('telegram.own')}
      </Check>
      <p className={styles.quiet}>{t('channels.telegramText')}</p>
      {form.hasTelegram && (
        <div className={styles.pair}>
          <TextField
            label={t('channels.token')}
            hint={t(hadTelegram ? 'channels.tokenHint' : 'channels.tokenNew')}
            mono
            autoComplete="off"
            spellCheck={false}
            value={form.botToken}
            onChange={(botToken) => change({ botToken })}
            error={problem === 'botToken' ? t('channels.tokenMissing') : null}
          />
          <TextField
            label={t('channels.chat')}
            mono
            autoComplete="off"
            value={form.chatId}
            onChange={(chatId) => change({ chatId })}
            error={problem === 'chatId' ? t('channels.chatMissing') : null}
          />
        </div>
      )}
    </div>
  )
}
