import { useLayoutEffect, useRef } from 'react'
import styles from './choice.module.css'

/** One of a few, side by side. What was chosen before the page came to life is taken over. */
export function Choice<Value extends string>({
  legend,
  hint,
  name,
  value,
  options,
  onChange,
}: {
  legend: string
  hint?: string
  name: string
  value: string
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const ref = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the field held when it mounted
  useLayoutEffect(() => {
    const checked = ref.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const chosen = options.find((option) => option.value === checked)
    if (chosen && chosen.value !== value) onChange(chosen.value)
  }, [])
  return (
    <fieldset ref={ref} className={styles.choice}>
      <legend>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  )
}
