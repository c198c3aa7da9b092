import { formatEuro, formatSat } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { type Maybe, QuantityText, Value } from './value.tsx'

/** Euro from whole cents. */
export function Euro({ cents, dense = false }: { cents: Maybe<number>; dense?: boolean }) {
  const language = useLanguage()
  return (
    <Value of={cents} dense={dense}>
      {(known) => formatEuro(language, known)}
    </Value>
  )
}

/** Bitcoin from whole satoshi. */
export function Sat({ sat, dense = false }: { sat: Maybe<number>; dense?: boolean }) {
  const language = useLanguage()
  return (
    <Value of={sat} dense={dense}>
      {(known) => <QuantityText {...formatSat(language, known)} />}
    </Value>
  )
}
