import { useTranslation } from 'react-i18next'
import { agePart, formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { type Maybe, Value } from '../../../ui/values/value.tsx'
import { useFleet } from '../components/fleet-context.tsx'

/**
 * How old something of the fleet is (`at` in ms of the server's clock). It counts by the clock of the page's fleet, so that it stops
 * while the visitor has paused the page.
 */
export function FleetAge({ at, dense = false }: { at: Maybe<number>; dense?: boolean }) {
  const language = useLanguage()
  return (
    <Value of={at} dense={dense}>
      {(known) => (
        <time dateTime={new Date(known).toISOString()} title={formatDateTime(language, known)}>
          <AgeWords at={known} />
        </time>
      )}
    </Value>
  )
}

function AgeWords({ at }: { at: number }) {
  const { t } = useTranslation()
  // Selecting the words and not the clock: a row whose words stay the same does not render again.
  return useFleet(({ now }) => {
    const { unit, count } = agePart(now - at)
    return unit === 'now' ? t('age.now') : t(`age.${unit}`, { count })
  })
}
