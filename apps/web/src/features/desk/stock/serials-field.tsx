import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import type { Refused } from './stock-queries.ts'

/** Where a scanner types into, or a person: a serial number a line. */
export function SerialsField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: string | null
}) {
  const { t } = useTranslation('desk-stock')
  return (
    <TextArea
      label={t('serials')}
      hint={t('serialsHint')}
      value={value}
      onChange={onChange}
      error={error}
      rows={4}
      maxLength={6000}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}

/** Boxes that could not be moved, each with the reason. */
export function RefusedBoxes({ refused }: { refused: Refused }) {
  const { t } = useTranslation('desk-stock')
  if (refused.length === 0) return null
  return (
    <div role="alert">
      <p>{t('refused', { count: refused.length })}</p>
      <ul>
        {refused.map(({ serial, reason }) => (
          <li key={serial}>
            <b>{serial}</b>: {t(`refusal.${reason}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
