import { type TextareaHTMLAttributes, useLayoutEffect, useRef } from 'react'
import { FieldFrame } from './field.tsx'
import styles from './text-area.module.css'

type TextAreaProps = {
  label: string
  hint?: string
  error?: string | null | undefined
  optional?: boolean
  value: string
  onChange: (value: string) => void
} & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'id' | 'className'>

/** Several lines of text. What was typed before the page came to life is taken over. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  rows = 6,
  ...rest
}: TextAreaProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the field held when it mounted
  useLayoutEffect(() => {
    const found = ref.current?.value ?? ''
    if (found !== value) onChange(found)
  }, [])
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <textarea
          {...rest}
          rows={rows}
          ref={ref}
          id={control.id}
          className={`${control.className} ${styles.area}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={control.invalid}
          aria-describedby={control.describedBy}
        />
      )}
    </FieldFrame>
  )
}
