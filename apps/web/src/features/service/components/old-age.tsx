import { useTranslation } from 'react-i18next'
import { durationPart, formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Value } from '../../../ui/values/value.tsx'

/** How old a value was at the moment it was attached; it does not tick. */
export function OldAge({ at, takenAt }: { at: number | null; takenAt: number }) {
  const { t } = useTranslation('service')
  const { t: common } = useTranslation()
  const language = useLanguage()
  return (
    <Value of={at} dense>
      {(known) => {
        const { unit, ...parts } = durationPart((takenAt - known) / 1000)
        return (
          <time dateTime={new Date(known).toISOString()} title={formatDateTime(language, known)}>
            {t('data.before', { age: common(`duration.${unit}`, parts) })}
          </time>
        )
      }}
    </Value>
  )
}
