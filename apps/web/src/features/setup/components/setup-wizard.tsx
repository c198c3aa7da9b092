import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useDraft } from '../../../lib/forms/use-draft.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { checkPerson, isIncomplete, type PersonProblems } from '../../../lib/person/check-person.ts'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { focusProblem, PersonFields } from '../../../ui/forms/person-fields.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { type Box, emptySetup, type SetupBody, setupBody } from '../lib/setup-form.ts'
import {
  readStep,
  type SetupStep,
  setupSteps,
  stepAfter,
  stepBefore,
  stepToShow,
} from '../lib/setup-steps.ts'
import { LanguageChoice } from './language-choice.tsx'
import styles from './setup.module.css'
import { SetupSteps } from './setup-steps.tsx'

/** What the setup ended with: done, or the words of what went wrong. `isAboutPerson` where name or e-mail must be changed. */
export type SetupOutcome = { ok: true } | { ok: false; words: string; isAboutPerson: boolean }

/**
 * The welcome setup in four steps. Each is an entry in the browser's history; what was typed survives back, forward, reload and a change
 * of language. `person` is what is known of the connected person, null while no one is connected.
 */
export function SetupWizard({
  person,
  isNew,
  connect,
  wallet,
  onSubmit,
  onLeave,
}: {
  person: { name: string; email: string } | null
  /** Whether an account is to be made, or one that exists lacks something. */
  isNew: boolean
  connect: ReactNode
  wallet: ReactNode
  onSubmit: (body: SetupBody) => Promise<SetupOutcome>
  onLeave: () => void
}) {
  const { t } = useTranslation('setup')
  const { t: words } = useTranslation('person')
  const language = useLanguage()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const { form, change, fill, clear } = useDraft('setup', emptySetup)
  const [problems, setProblems] = useState<PersonProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useKeepFocus<HTMLDivElement>(person === null)
  const shown = useRef<SetupStep | null>(null)

  const found = checkPerson(form)
  const progress = { isConnected: person !== null, hasPerson: Object.keys(found).length === 0 }
  const step = stepToShow(readStep(state), progress)
  const previous = stepBefore(step)
  const isLast = stepAfter(step) === null

  const { name = '', email = '' } = person ?? {}
  useEffect(() => fill({ name, email }), [fill, name, email])

  // Screen readers read a step from its heading on; the first view is not changed.
  useEffect(() => {
    if (shown.current !== null && shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])

  const go = (to: SetupStep) => {
    setFailure(null)
    if (to !== step) navigate({ pathname, search }, { state: { setupStep: to } })
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setProblems(found)
    if (!progress.hasPerson) {
      setFailure(isIncomplete(found) ? words('incomplete') : null)
      focusProblem(event.currentTarget, found)
      return
    }
    const next = stepAfter(step)
    if (next) return go(next)
    setFailure(null)
    setBusy(true)
    const outcome = await onSubmit(setupBody(form, language))
    setBusy(false)
    if (outcome.ok) return clear()
    if (outcome.isAboutPerson) go('wallet')
    setFailure(outcome.words)
  }

  const box = (field: 'emailAlerts' | 'emailStatements' | 'newsletter', text: string) => (
    <Check
      checked={form[field] === 'yes'}
      onChange={(isOn) => change({ [field]: (isOn ? 'yes' : '') as Box })}
    >
      {text}
    </Check>
  )

  const title = (
    <div>
      <p className={text.quiet}>
        {t('stepOf', { step: setupSteps.indexOf(step) + 1, count: setupSteps.length })}
      </p>
      <h2 id="setup-step" ref={heading} className={styles.heading} tabIndex={-1}>
        {t(step === 'wallet' && person !== null ? 'title.person' : `title.${step}`)}
      </h2>
    </div>
  )

  return (
    <>
      <SetupSteps step={step} progress={progress} onGo={go} />
      <div ref={body}>
        {person === null ? (
          // No form: the dialog that the button opens has forms of its own.
          <div className={styles.form}>
            {title}
            <p className={text.lead}>{t('connectLead')}</p>
            <div>{connect}</div>
          </div>
        ) : (
          <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="setup-step">
            {title}
            {failure && <Notice tone="error">{failure}</Notice>}
            {step === 'wallet' && (
              <>
                <p className={text.lead}>{t(isNew ? 'lead' : 'leadAccount')}</p>
                {wallet}
                <PersonFields form={form} problems={problems} emailHint={t('emailHint')} onChange={change} />
              </>
            )}
            {step === 'language' && (
              <>
                <p className={text.lead}>{t('languageLead')}</p>
                <LanguageChoice label={t('title.language')} />
              </>
            )}
            {step === 'notifications' && (
              <>
                <p className={text.lead}>{t('notificationsLead')}</p>
                <fieldset className={styles.group}>
                  <legend className="visually-hidden">{t('step.notifications')}</legend>
                  {box('emailAlerts', t('alerts'))}
                  {box('emailStatements', t('statements'))}
                </fieldset>
              </>
            )}
            {step === 'newsletter' && (
              <>
                <p className={text.lead}>{t('newsletterLead')}</p>
                <div className={styles.group}>{box('newsletter', t('newsletter'))}</div>
              </>
            )}
            <div className={layout.actions}>
              <Button kind="main" type="submit" disabled={isBusy}>
                {isLast ? t(isBusy ? 'saving' : isNew ? 'submit' : 'save') : t('next')}
              </Button>
              {previous && (
                <Button onClick={() => go(previous)} disabled={isBusy}>
                  {t('back')}
                </Button>
              )}
              <Button kind="quiet" onClick={onLeave} disabled={isBusy}>
                {t('leave')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </>
  )
}
