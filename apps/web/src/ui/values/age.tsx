import { useTranslation } from 'react-i18next'
import { agePart, formatDateTime } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useNow } from '../../lib/now.ts'
import { type Maybe, Value } from './value.tsx'

/**
 * How long ago something was, ticking. `at` is ms of the clock that is `clockOffsetMs` ahead of this browser's (the server's, as the
 * live connection measured it).
 */
export function Age({
  at,
  clockOffsetMs = 0,
  dense = false,
}: {
  at: Maybe<number>
  clockOffsetMs?: number
  dense?: boolean
}) {
  const language = useLanguage()
  const text = useAgeText()
  return (
    <Value of={at} dense={dense}>
      {(known) => (
        <time dateTime={new Date(known).toISOString()} title={formatDateTime(language, known)}>
          {text(known, clockOffsetMs)}
        </time>
      )}
    </Value>
  )
}

/** The words of `Age`, for texts that have an age inside. Re-renders its caller every second. */
export function useAgeText(): (at: number, clockOffsetMs?: number) => string {
  const { t } = useTranslation()
  const now = useNow()
  return (at, clockOffsetMs = 0) => {
    if (now === null) return t('age.now')
    const { unit, count } = agePart(now + clockOffsetMs - at)
    return unit === 'now' ? t('age.now') : t(`age.${unit}`, { count })
  }
}
