import { formatTemperature } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { type Maybe, QuantityText, Value } from './value.tsx'

/** Temperature in degrees Celsius. */
export function Temperature({
  temperatureC,
  dense = false,
}: {
  temperatureC: Maybe<number>
  dense?: boolean
}) {
  const language = useLanguage()
  return (
    <Value of={temperatureC} dense={dense}>
      {(known) => <QuantityText {...formatTemperature(language, known)} />}
    </Value>
  )
}
