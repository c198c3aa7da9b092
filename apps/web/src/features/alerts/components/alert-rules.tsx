import type { AlertRule } from '@shipminer/contract/alerts'
import { alertKinds, ruleInForce } from '@shipminer/domain/alerts/alert-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationPart, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { type AlertSettings, alertSettingsQuery, saveAlertSettings } from '../api/alert-settings.ts'
import { parseRule, type RuleForm, ruleForm } from '../lib/rule-form.ts'
import { gravest, type RuleGroup, ruleGroupNames, ruleGroups } from '../lib/rule-groups.ts'
import styles from './alert-rules.module.css'
import sectionStyles from './alerts.module.css'
import { SeveritySign } from './severity-sign.tsx'

type Kind = AlertRule['kind']
type Rule = AlertSettings['rules'][number]

/** Ten lines: what we watch, how grave it is and when we speak up. A line opens to be changed. */
export function AlertRules({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation('alert-settings')
  return (
    <section className={layout.section} aria-labelledby="rules-title">
      <div>
        <h2 id="rules-title" className={text.title}>
          {t('rules.title')}
        </h2>
        <p className={sectionStyles.quiet}>{t('rules.lead')}</p>
      </div>
      <ul className={styles.groups}>
        {ruleGroupNames.map((group) => (
          <li key={group}>
            <RuleLine
              group={group}
              rules={ruleGroups[group].flatMap(
                (kind) => settings.rules.find((rule) => rule.kind === kind) ?? [],
              )}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RuleLine({ group, rules }: { group: RuleGroup; rules: readonly Rule[] }) {
  const { t } = useTranslation('alert-settings')
  const [isOpen, setOpen] = useState(false)
  const words = useRuleWords()
  const on = rules.filter(({ enabled }) => enabled)
  return (
    <details className={styles.group} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <SeveritySign severity={gravest(ruleGroups[group])} />
        <span className={styles.name}>{t(`group.${group}`)}</span>
        <span className={styles.when}>{on.map(words).join('; ')}</span>
        <span className={on.length === 0 ? styles.off : styles.on}>
          {on.length === 0
            ? t('rules.off')
            : on.length === rules.length
              ? t('rules.on')
              : t('rules.some', { on: on.length, total: rules.length })}
        </span>
      </summary>
      {isOpen && <RuleFields rules={rules} />}
    </details>
  )
}

/** When a rule speaks up, in plain words with the numbers that count now. */
function useRuleWords() {
  const { t } = useTranslation('alert-settings')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  return (rule: Rule): string => {
    const inForce = ruleInForce(rule.kind, { ...rule, enabled: true })
    if (inForce === null) return ''
    const { unit, ...parts } = durationPart(inForce.forMs / 1000)
    return t(`when.${rule.kind}`, {
      limit: formatNumber(language, inForce.limit),
      for: tCommon(`duration.${unit}`, parts),
    })
  }
}

/** The switches and limits of one line; they are saved, and say so, where they stand. */
function RuleFields({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation('alert-settings')
  const words = useRuleWords()
  const client = useQueryClient()
  const [forms, setForms] = useState<Partial<Record<Kind, RuleForm>>>({})
  const [isTried, setTried] = useState(false)
  const { isBusy, message, run } = useTask()
  const typed = rules.map((rule) => {
    const form = forms[rule.kind] ?? ruleForm(rule)
    return { rule, form, parsed: parseRule(rule.kind, form) }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typed.some(({ parsed }) => !parsed.ok)) return
    const changed = typed.flatMap(({ rule, parsed }) => (parsed.ok && forms[rule.kind] ? [parsed.rule] : []))
    void run(async () => {
      if (changed.length > 0) await saveAlertSettings({ rules: changed })
      client.setQueryData(
        alertSettingsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            rules: known.rules.map((rule) => ({
              ...rule,
              ...changed.find(({ kind }) => kind === rule.kind),
            })),
          },
      )
      setForms({})
      return t('saved')
    })
  }
  const hasFields = rules.some(
    ({ defaultLimit, defaultForSeconds }) => defaultLimit !== null || defaultForSeconds > 0,
  )
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      {typed.map(({ rule, form, parsed }) => (
        <div key={rule.kind} className={styles.rule}>
          <div>
            <Check
              checked={form.enabled}
              onChange={(enabled) => setForms({ ...forms, [rule.kind]: { ...form, enabled } })}
            >
              {t(`kind.${rule.kind}`)}
            </Check>
            <p className={styles.explain}>
              <SeveritySign severity={alertKinds[rule.kind].severity} /> {words(rule)}
            </p>
          </div>
          <RuleNumbers
            rule={rule}
            form={form}
            bad={isTried && !parsed.ok ? parsed.field : null}
            onChange={(next) => setForms({ ...forms, [rule.kind]: next })}
          />
        </div>
      ))}
      <div className={styles.save}>
        <Button type="submit" disabled={isBusy}>
          {t('save')}
        </Button>
        {hasFields && <p className={sectionStyles.quiet}>{t('rules.empty')}</p>}
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
      </div>
    </form>
  )
}

function RuleNumbers({
  rule: { kind, defaultLimit, defaultForSeconds },
  form,
  bad,
  onChange,
}: {
  rule: Rule
  form: RuleForm
  bad: 'limit' | 'forMinutes' | null
  onChange: (form: RuleForm) => void
}) {
  const { t } = useTranslation('alert-settings')
  const language = useLanguage()
  const { unit } = alertKinds[kind]
  const name = t(`kind.${kind}`)
  return (
    <>
      {unit !== null && defaultLimit !== null && (
        <TextField
          label={t(`rules.limit.${unit}`)}
          aria-label={`${name}: ${t(`rules.limit.${unit}`)}`}
          placeholder={formatNumber(language, defaultLimit)}
          inputMode="decimal"
          autoComplete="off"
          value={form.limit}
          onChange={(limit) => onChange({ ...form, limit })}
          error={bad === 'limit' ? t('rules.bad') : null}
        />
      )}
      {defaultForSeconds > 0 && (
        <TextField
          label={t('rules.for')}
          aria-label={`${name}: ${t('rules.for')}`}
          placeholder={formatNumber(language, defaultForSeconds / 60)}
          inputMode="decimal"
          autoComplete="off"
          value={form.forMinutes}
          onChange={(forMinutes) => onChange({ ...form, forMinutes })}
          error={bad === 'forMinutes' ? t('rules.bad') : null}
        />
      )}
    </>
  )
}
