import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import lists from '../lists.module.css'
import styles from './radio-cards.module.css'

export type RadioCard = {
  value: string
  title: string
  /** Small, beside the words. */
  picture?: ReactNode
  /** Right of the title, such as a price. */
  aside?: ReactNode
  text?: ReactNode
  /** Why it cannot be chosen; it then stays in sight. */
  unavailable?: string | null
  /** What belongs to the choice while it is chosen. */
  more?: ReactNode
}

/** One choice out of a few that need more than a word each, with the platform's own radio buttons. One made before the page came to life is taken over. */
export function RadioCards({
  name,
  legend,
  isLegendShown = false,
  cards,
  value,
  onChange,
  error,
}: {
  name: string
  legend: string
  isLegendShown?: boolean
  cards: readonly RadioCard[]
  value: string
  onChange: (value: string) => void
  error?: string | null
}) {
  const id = useId()
  const ref = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was chosen when it mounted
  useLayoutEffect(() => {
    const checked = ref.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (checked !== undefined && checked !== value) onChange(checked)
  }, [])
  return (
    <fieldset ref={ref} className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={isLegendShown ? styles.legend : 'visually-hidden'}>{legend}</legend>
      {cards.map((card) => (
        <div key={card.value} className={styles.card} data-off={Boolean(card.unavailable)}>
          <label className={styles.label} data-pictured={Boolean(card.picture)}>
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={value === card.value}
              disabled={Boolean(card.unavailable)}
              onChange={() => onChange(card.value)}
            />
            {card.picture && <span className={styles.picture}>{card.picture}</span>}
            <span className={styles.words}>
              <span className={lists.spread}>
                <span className={styles.title}>{card.title}</span>
                {card.aside && <span className={styles.aside}>{card.aside}</span>}
              </span>
              {card.text && <span className={styles.text}>{card.text}</span>}
              {card.unavailable && <span className={styles.reason}>{card.unavailable}</span>}
            </span>
          </label>
          {value === card.value && card.more && <div className={styles.more}>{card.more}</div>}
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
