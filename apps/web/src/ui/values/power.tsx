import { formatPower } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { type Maybe, QuantityText, Value } from './value.tsx'

/** Electric power from watts. */
export function Power({ powerWatts, dense = false }: { powerWatts: Maybe<number>; dense?: boolean }) {
  const language = useLanguage()
  return (
    <Value of={powerWatts} dense={dense}>
      {(known) => <QuantityText {...formatPower(language, known)} />}
    </Value>
  )
}
