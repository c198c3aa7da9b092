import type { Lead } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { durationPart, formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useNow } from '../../../lib/now.ts'
import text from '../../../ui/text.module.css'
import { lateLeadSeconds, leadAgeSeconds } from '../lib/leads/lead-age.ts'

/** How long a lead has been open, ticking and marked once it is late; or when it was handled. */
export function LeadClock({ lead, clockOffsetMs }: { lead: Lead; clockOffsetMs: number }) {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  if (lead.handledAt !== null)
    return (
      <span className={text.quiet}>{t('handledAt', { date: formatDate(language, lead.handledAt) })}</span>
    )
  const seconds = leadAgeSeconds(lead, (now ?? Date.now()) + clockOffsetMs)
  const isLate = seconds >= lateLeadSeconds
  const { unit, ...parts } = durationPart(seconds)
  return (
    <time className={isLate ? text.late : text.quiet} dateTime={new Date(lead.createdAt).toISOString()}>
      {isLate && <span aria-hidden="true">▲ </span>}
      {t('open', { age: common(`duration.${unit}`, parts) })}
      {isLate && <span className="visually-hidden"> · {t('leads.late')}</span>}
    </time>
  )
}
