import { useTranslation } from 'react-i18next'
import { agePart, formatTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** That a payment could not be looked at, beside what is still known of it, with the age of that. */
export function RefreshFailed({
  error,
  seenAt,
  isBusy,
  onRefresh,
}: {
  error: unknown
  /** When what is shown was fetched, ms since 1970. */
  seenAt: number
  isBusy: boolean
  onRefresh: () => void
}) {
  const { t } = useTranslation('payment')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { unit, count } = agePart(Math.max(0, (useNow() ?? seenAt) - seenAt))
  const age = unit === 'now' ? common('age.now') : common(`age.${unit}`, { count })
  return (
    <Notice
      tone="caution"
      title={t('refreshFailed.title')}
      actions={
        <Button onClick={onRefresh} aria-disabled={isBusy || undefined}>
          {t('error.retry')}
        </Button>
      }
    >
      <FailureText error={error} />
      <p>{t('refreshFailed.text')}</p>
      <p>{t('refreshFailed.age', { time: formatTime(language, seenAt), age })}</p>
    </Notice>
  )
}
