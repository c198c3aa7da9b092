import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button, OutLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import {
  type AlertSettings,
  alertSettingsQuery,
  linkTelegram,
  unlinkTelegram,
} from '../api/alert-settings.ts'
import styles from './alerts.module.css'

/** While a code waits we look whether somebody opened the bot with it. */
const lookMs = 3_000

/** Alerts by the provider's Telegram bot: one link, no bot of one's own. */
export function TelegramLink({ bot }: { bot: NonNullable<AlertSettings['telegramBot']> }) {
  const { t } = useTranslation('alert-settings')
  const language = useLanguage()
  const [url, setUrl] = useState<string | null>(null)
  const { isBusy, message, run } = useTask()
  const { link, isReady, codeEndsAt } = bot
  const isWaiting = url !== null && codeEndsAt !== null
  const { refetch } = useQuery({ ...alertSettingsQuery, refetchInterval: isWaiting ? lookMs : false })
  const begin = () =>
    run(async () => {
      const made = await linkTelegram()
      await refetch()
      setUrl(made.url)
      return null
    })
  const end = () =>
    run(async () => {
      await unlinkTelegram()
      setUrl(null)
      await refetch()
      return null
    })
  const name = link?.name ?? null
  return (
    <div className={styles.group}>
      <h3>{t('channels.telegram')}</h3>
      <p className={styles.quiet}>{t('telegram.lead')}</p>
      {link?.isBroken && (
        <Notice tone="caution">{t('telegram.broken', { name: name ?? t('telegram.aChat') })}</Notice>
      )}
      {link && !link.isBroken && (
        <Notice tone="good">
          {name === null ? t('telegram.linkedChat') : t('telegram.linked', { name })}
        </Notice>
      )}
      {!isReady && <Notice tone="caution">{t('telegram.notReady')}</Notice>}
      {isWaiting && (
        <>
          <p className={styles.quiet} role="status">
            {t('telegram.waiting', { time: formatTime(language, codeEndsAt) })}
          </p>
          <div>
            <OutLink href={url}>{t('telegram.open')}</OutLink>
          </div>
        </>
      )}
      <div className={layout.head}>
        {isReady && !isWaiting && (
          <Button onClick={() => void begin()} disabled={isBusy}>
            {t(link ? 'telegram.again' : 'telegram.link')}
          </Button>
        )}
        {link && (
          <Button kind="quiet" onClick={() => void end()} disabled={isBusy}>
            {t('telegram.unlink')}
          </Button>
        )}
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
      </div>
    </div>
  )
}
