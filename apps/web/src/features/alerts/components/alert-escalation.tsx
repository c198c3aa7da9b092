import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { type AlertSettings, alertSettingsQuery, saveAlertSettings } from '../api/alert-settings.ts'
import {
  type EscalationForm,
  type EscalationProblem,
  escalationForm,
  parseEscalation,
} from '../lib/escalation-form.ts'
import styles from './alerts.module.css'
import { SettingsForm } from './settings-form.tsx'

/** Whom critical alerts go to that nobody acknowledges. */
export function AlertEscalation({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alert-settings')
  const client = useQueryClient()
  const [form, setForm] = useState(() => escalationForm(settings.escalation))
  const [problem, setProblem] = useState<EscalationProblem | null>(null)
  const change = (part: Partial<EscalationForm>) => setForm({ ...form, ...part })
  const { crew } = settings
  const people = crew.map(({ userId, name, ships }) => ({
    value: userId,
    label: t('escalation.member', { name, ships: ships.join(', ') }),
  }))
  const isGone = form.to !== 'mail' && !crew.some(({ userId }) => userId === form.to)

  const prepare = () => {
    const parsed = parseEscalation(form, crew)
    setProblem(parsed.ok ? null : parsed.problem)
    if (!parsed.ok) return null
    const { escalation } = parsed
    return async () => {
      await saveAlertSettings({ escalation })
      client.setQueryData(alertSettingsQuery.queryKey, (known) => known && { ...known, escalation })
    }
  }

  return (
    <SettingsForm part="escalation" prepare={prepare}>
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
    </SettingsForm>
  )
}
