import { useLayoutEffect, useRef } from 'react'
import { FieldFrame } from './field.tsx'

/** A choice from a list, with the platform's own select. What was chosen before the page came to life is taken over. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  name,
  required = false,
  value,
  onChange,
  options,
}: {
  label: string
  hint?: string
  error?: string | null | undefined
  name?: string
  required?: boolean
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; lang?: string }[]
}) {
  const ref = useRef<HTMLSelectElement>(null)
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen) onChange(chosen.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the field held when it mounted
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== value) choose(ref.current.value)
  }, [])
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <select
          ref={ref}
          id={control.id}
          name={name}
          required={required}
          className={control.className}
          value={value}
          aria-invalid={control.invalid}
          aria-describedby={control.describedBy}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
