import type { AlertRule } from '@shipminer/contract/alerts'
import { alertKinds } from '@shipminer/domain/alerts/alert-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type AlertSettings, alertSettingsQuery, saveAlertSettings } from '../api/alert-settings.ts'
import { parseRule, type RuleForm, ruleForm } from '../lib/rule-form.ts'
import styles from './alerts.module.css'

type Kind = AlertRule['kind']

/** Every kind of alert: on or off, its limit and how long it must last, with the product's own beside it. */
export function AlertRules({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alert-settings')
  const language = useLanguage()
  const client = useQueryClient()
  const [forms, setForms] = useState<Partial<Record<Kind, RuleForm>>>({})
  const [isTried, setTried] = useState(false)
  const { isBusy, message, run } = useTask()
  const rules = settings.rules.map((rule) => {
    const form = forms[rule.kind] ?? ruleForm(rule)
    return { rule, form, parsed: parseRule(rule.kind, form) }
  })
  const change = (kind: Kind, form: RuleForm) => setForms({ ...forms, [kind]: form })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const good = rules.flatMap(({ rule, parsed }) => (parsed.ok && forms[rule.kind] ? [parsed.rule] : []))
    if (rules.some(({ parsed }) => !parsed.ok)) return
    void run(async () => {
      if (good.length > 0) await saveAlertSettings({ rules: good })
      client.setQueryData(
        alertSettingsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            rules: known.rules.map((rule) => ({ ...rule, ...good.find(({ kind }) => kind === rule.kind) })),
          },
      )
      setForms({})
      return t('saved')
    })
  }

  return (
    <section className={styles.section} aria-labelledby="rules-title">
      <h2 id="rules-title" className={styles.title}>
        {t('rules.title')}
      </h2>
      <p className={styles.quiet}>{t('rules.lead')}</p>
      <form className={styles.section} onSubmit={submit} noValidate>
        <ul className={styles.rules}>
          {rules.map(({ rule, form, parsed }) => {
            const { unit } = alertKinds[rule.kind]
            const bad = (field: 'limit' | 'forMinutes') =>
              isTried && !parsed.ok && parsed.field === field ? t('rules.bad') : null
            const name = t(`kind.${rule.kind}`)
            return (
              <li key={rule.kind} className={styles.rule}>
                <Check checked={form.enabled} onChange={(enabled) => change(rule.kind, { ...form, enabled })}>
                  {name}
                </Check>
                {unit !== null && rule.defaultLimit !== null && (
                  <TextField
                    label={t(`rules.limit.${unit}`)}
                    aria-label={`${name}: ${t(`rules.limit.${unit}`)}`}
                    hint={t('rules.default', { value: formatNumber(language, rule.defaultLimit) })}
                    inputMode="decimal"
                    autoComplete="off"
                    value={form.limit}
                    onChange={(limit) => change(rule.kind, { ...form, limit })}
                    error={bad('limit')}
                  />
                )}
                {rule.defaultForSeconds > 0 && (
                  <TextField
                    label={t('rules.for')}
                    aria-label={`${name}: ${t('rules.for')}`}
                    hint={t('rules.default', { value: formatNumber(language, rule.defaultForSeconds / 60) })}
                    inputMode="decimal"
                    autoComplete="off"
                    value={form.forMinutes}
                    onChange={(forMinutes) => change(rule.kind, { ...form, forMinutes })}
                    error={bad('forMinutes')}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <div>
          <Button type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
