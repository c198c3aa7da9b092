import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { type AlertSettings, alertSettingsQuery, saveAlertSettings } from '../api/alert-settings.ts'
import {
  type EscalationForm,
  type EscalationProblem,
  escalationForm,
  parseEscalation,
} from '../lib/escalation-form.ts'
import styles from './alerts.module.css'

/** Whom critical alerts go to that nobody acknowledges. */
export function AlertEscalation({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alert-settings')
  const client = useQueryClient()
  const [form, setForm] = useState(() => escalationForm(settings.escalation))
  const [problem, setProblem] = useState<EscalationProblem | null>(null)
  const { isBusy, message, run } = useTask()
  const change = (part: Partial<EscalationForm>) => setForm({ ...form, ...part })
  const { crew } = settings
  const people = crew.map(({ userId, name, ships }) => ({
    value: userId,
    label: t('escalation.member', { name, ships: ships.join(', ') }),
  }))
  const isGone = form.to !== 'mail' && !crew.some(({ userId }) => userId === form.to)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseEscalation(form, crew)
    setProblem(parsed.ok ? null : parsed.problem)
    if (!parsed.ok) return
    const { escalation } = parsed
    void run(async () => {
      await saveAlertSettings({ escalation })
      client.setQueryData(alertSettingsQuery.queryKey, (known) => known && { ...known, escalation })
      return t('saved')
    })
  }

  return (
    <section className={layout.section} aria-labelledby="escalation-title">
      <div>
        <h2 id="escalation-title" className={textStyles.title}>
          {t('escalation.title')}
        </h2>
        <p className={styles.quiet}>{t('escalation.lead')}</p>
      </div>
      <form className={layout.section} onSubmit={submit} noValidate>
        <div className={styles.channels}>
          <div className={styles.group}>
            <Check checked={form.isOn} onChange={(isOn) => change({ isOn })}>
              {t('escalation.on')}
            </Check>
            <p className={styles.quiet}>{t('escalation.quiet')}</p>
            {form.isOn && (
              <div className={styles.pair}>
                <SelectField
                  label={t('escalation.to')}
                  value={form.to}
                  onChange={(to) => change({ to })}
                  options={[
                    { value: 'mail', label: t('escalation.toMail') },
                    ...people,
                    ...(isGone ? [{ value: form.to, label: t('escalation.gone') }] : []),
                  ]}
                  {...(form.to === 'mail' || isGone ? {} : { hint: t('escalation.memberHint') })}
                  error={isGone ? t('escalation.goneHint') : null}
                />
                {form.to === 'mail' && (
                  <TextField
                    label={t('escalation.email')}
                    hint={t('escalation.emailHint')}
                    type="email"
                    autoComplete="off"
                    value={form.email}
                    onChange={(email) => change({ email })}
                    error={problem === 'email' ? t('escalation.emailBad') : null}
                  />
                )}
                <TextField
                  label={t('escalation.after')}
                  inputMode="numeric"
                  autoComplete="off"
                  value={form.afterMinutes}
                  onChange={(afterMinutes) => change({ afterMinutes })}
                  error={problem === 'afterMinutes' ? t('escalation.afterBad') : null}
                />
              </div>
            )}
          </div>
        </div>
        <div className={styles.save}>
          <Button type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
          {message && <Notice tone={message.tone}>{message.text}</Notice>}
        </div>
      </form>
    </section>
  )
}
