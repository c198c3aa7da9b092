import { useTranslation } from 'react-i18next'
import { durationPart } from '../../lib/format/format.ts'
import { type Maybe, Value } from './value.tsx'

/** A length of time from seconds, as its two largest units. */
export function Duration({
  durationSeconds,
  dense = false,
}: {
  durationSeconds: Maybe<number>
  dense?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Value of={durationSeconds} dense={dense}>
      {(known) => {
        const { unit, ...parts } = durationPart(known)
        return t(`duration.${unit}`, parts)
      }}
    </Value>
  )
}
