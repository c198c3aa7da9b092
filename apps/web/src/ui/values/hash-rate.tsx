import { formatHashrate } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { type Maybe, QuantityText, Value } from './value.tsx'

/** Hash rate from TH/s. */
export function HashRate({ hashrateThs, dense = false }: { hashrateThs: Maybe<number>; dense?: boolean }) {
  const language = useLanguage()
  return (
    <Value of={hashrateThs} dense={dense}>
      {(known) => <QuantityText {...formatHashrate(language, known)} />}
    </Value>
  )
}
