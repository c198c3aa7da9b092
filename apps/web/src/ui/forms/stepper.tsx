import { useLayoutEffect, useRef } from 'react'
import { FieldFrame } from './field.tsx'
import styles from './stepper.module.css'

/** A whole number from 1 to 1,000 with a button on each side. The text is what was typed; the number counts when it can be read. */
export function Stepper({
  label,
  hint,
  error,
  name,
  text,
  onChange,
  words,
}: {
  label: string
  hint?: string
  error?: string | null
  name: string
  text: string
  onChange: (text: string) => void
  words: { fewer: string; more: string }
}) {
  const ref = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the field held when it mounted
  useLayoutEffect(() => {
    const found = ref.current?.value ?? ''
    if (found !== text) onChange(found)
  }, [])
  const count = parseCount(text)
  const step = (by: number) => onChange(String(Math.min(maxCount, Math.max(1, (count ?? 1) + by))))
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.stepper}>
          <button type="button" aria-label={words.fewer} disabled={count === 1} onClick={() => step(-1)}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4 10h12" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </button>
          <input
            ref={ref}
            id={control.id}
            name={name}
            className={control.className}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
            aria-invalid={control.invalid}
            aria-describedby={control.describedBy}
          />
          <button type="button" aria-label={words.more} disabled={count === maxCount} onClick={() => step(1)}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4 10h12M10 4v12" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

/** As many as the server counts. */
const maxCount = 1000

/** A whole number from 1 to 1,000, or null. */
export function parseCount(text: string): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,4}$/.test(trimmed)) return null
  const count = Number(trimmed)
  return count >= 1 && count <= maxCount ? count : null
}
