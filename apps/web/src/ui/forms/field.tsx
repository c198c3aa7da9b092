import { type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../text.module.css'
import styles from './field.module.css'

type FieldParts = { label: string; hint?: ReactNode; error?: string | null | undefined; optional?: boolean }

type FrameProps = FieldParts & {
  children: (control: {
    id: string
    describedBy: string | undefined
    invalid: boolean
    className: string
  }) => ReactNode
}

/** Label, hint and error around one control, tied together for assistive technology. */
export function FieldFrame({ label, hint, error, optional, children }: FrameProps) {
  const { t } = useTranslation()
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>({t('optional')})</span>}
      </label>
      {hint && (
        <span className={text.small} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        describedBy: describedBy || undefined,
        invalid: Boolean(error),
        className: styles.input ?? '',
      })}
      {error && (
        <span className={styles.error} id={`${id}-error`}>
          <svg width="12" height="12" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />
          </svg>
          {error}
        </span>
      )}
    </div>
  )
}

type TextFieldProps = FieldParts & {
  value: string
  onChange: (value: string) => void
  mono?: boolean
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'className'>

/** A line of text. What was typed before the page came to life is taken over. */
export function TextField({ label, hint, error, optional, value, onChange, mono, ...rest }: TextFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the field held when it mounted
  useLayoutEffect(() => {
    const typed = ref.current?.value ?? ''
    if (typed !== value) onChange(typed)
  }, [])
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <input
          {...rest}
          ref={ref}
          id={control.id}
          className={mono ? `${control.className} ${styles.mono}` : control.className}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={control.invalid}
          aria-describedby={control.describedBy}
        />
      )}
    </FieldFrame>
  )
}
