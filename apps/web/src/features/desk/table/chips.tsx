import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from './table.module.css'

type Chip = { value: string; label: string; count: number | null }

/** A filter with few values as buttons beside one another, each with how many there are. */
export function Chips({
  label,
  chips,
  value,
  onChange,
}: {
  label: string
  chips: readonly Chip[]
  value: string
  onChange: (value: string) => void
}) {
  const language = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that filter at once, no fields of a form
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={styles.chip}
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
        >
          {chip.label}
          {chip.count !== null && <b>{formatNumber(language, chip.count)}</b>}
        </button>
      ))}
    </div>
  )
}
