import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem, Problems } from '../../lib/inquiry/check-sender.ts'
import type { InquiryState } from '../../lib/inquiry/inquiry-state.ts'
import { useIsAlive } from '../../lib/use-is-alive.ts'
import { Button } from '../button.tsx'
import layout from '../layout.module.css'
import { FailureText } from '../signs/failure-text.tsx'
import { Notice } from '../signs/notice.tsx'
import styles from './inquiry-form.module.css'
import { WrongFields } from './wrong-fields.tsx'

/**
 * The form around an inquiry: what is missing on top with links to the fields, an answer of the server that failed, the trap for robots
 * and the button. Before scripts run the button sends nothing, so nothing typed ends up in an address.
 */
export function InquiryForm<Field extends string>({
  state,
  problems,
  labels,
  submit,
  onSubmit,
  children,
}: {
  state: InquiryState
  problems: Problems<Field>
  labels: Record<Field, string>
  submit: string
  /** `website` is what a robot wrote into the trap. */
  onSubmit: (website: string) => void
  children: ReactNode
}) {
  const { t } = useTranslation('form')
  const isAlive = useIsAlive()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const isTried = useRef(false)
  const wrong = (Object.keys(labels) as Field[]).filter((field) => problems[field])
  const focus = (field: string) => {
    const control = form.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }

  // The error is shown at the top, the button is at the end: anyone who pressed it is brought to the error.
  const isWrong = wrong.length > 0
  useEffect(() => {
    if (!isTried.current || !(isWrong || state.kind === 'failed')) return
    isTried.current = false
    outcome.current?.focus({ preventScroll: true })
    outcome.current?.scrollIntoView({ block: 'start' })
  })

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    isTried.current = true
    const trap = new FormData(event.currentTarget).get('website')
    onSubmit(typeof trap === 'string' ? trap : '')
  }

  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <noscript>
        <p className={styles.noScript}>{t('noScript')}</p>
      </noscript>
      <div ref={outcome} tabIndex={-1} className={styles.outcome}>
        {wrong.length > 0 && (
          <Notice tone="error" title={t('incompleteTitle')}>
            <p>{t(wrong.some((field) => problems[field] === 'required') ? 'incomplete' : 'check')}</p>
            <WrongFields names={wrong} labelOf={(field) => labels[field]} onGo={focus} />
          </Notice>
        )}
        {state.kind === 'failed' && (
          <Notice tone="error" title={t('failedTitle')}>
            {isNetworkFailure(state.error) ? <p>{t('network')}</p> : <FailureText error={state.error} />}
            <p>{t('kept')}</p>
          </Notice>
        )}
      </div>
      {children}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {t('trap')}
          <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      <div className={layout.actions}>
        <Button
          kind="main"
          type={isAlive ? 'submit' : 'button'}
          aria-disabled={state.kind === 'sending' || undefined}
        >
          {state.kind === 'sending' ? t('sending') : submit}
        </Button>
      </div>
    </form>
  )
}

/** No answer came, or the code to send with could not even be fetched. Its words are here already: without a network none can be fetched. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && 'code' in error && error.code === 'network')
}

/** Words under a field for what is wrong with it. */
export function useProblemText(): (problem: FieldProblem | undefined) => string | null {
  const { t } = useTranslation('form')
  return (problem) => (problem ? t(problem) : null)
}
