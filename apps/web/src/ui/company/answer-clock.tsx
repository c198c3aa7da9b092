import { answerClock } from '@shipminer/domain/service/answer-clock'
import { useTranslation } from 'react-i18next'
import { durationPart, formatDateTime } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useNow } from '../../lib/now.ts'
import text from '../text.module.css'
import styles from './answer-clock.module.css'

/** The promise of an answer within a day, ticking: until when and how long still, how late, or when it was kept. */
export function AnswerClock({
  askedAt,
  answeredAt,
  clockOffsetMs,
  side,
}: {
  askedAt: number
  answeredAt: number | null
  clockOffsetMs: number
  side: 'owner' | 'desk'
}) {
  const { t } = useTranslation('service')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const clock = answerClock({ askedAt, answeredAt }, (now ?? Date.now()) + clockOffsetMs)
  const length = (ms: number) => {
    const { unit, ...parts } = durationPart(ms / 1000)
    return common(`duration.${unit}`, parts)
  }
  const time = formatDateTime(language, clock.dueAt)
  if (clock.state === 'answered') {
    const after = length(clock.answeredAt - askedAt)
    return (
      <span className={text.quiet}>
        {t(clock.isInTime ? 'clock.answered' : 'clock.answeredLate', { after })}
      </span>
    )
  }
  const isOwner = side === 'owner'
  if (clock.state === 'overdue') {
    return (
      <time className={styles.late} dateTime={new Date(clock.dueAt).toISOString()}>
        <span aria-hidden="true">▲ </span>
        {t(isOwner ? 'clock.missed' : 'clock.due', { time })} ·{' '}
        {t('clock.overdue', { late: length(-clock.remainingMs) })}
      </time>
    )
  }
  return (
    <time
      className={clock.isSoon && !isOwner ? styles.soon : text.quiet}
      dateTime={new Date(clock.dueAt).toISOString()}
    >
      {t(isOwner ? 'clock.before' : 'clock.due', { time })} ·{' '}
      {t('clock.left', { left: length(clock.remainingMs) })}
    </time>
  )
}
