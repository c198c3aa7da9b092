import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import textStyles from '../../../ui/text.module.css'
import { type ReleasesAnswer, startRollout } from '../api/releases.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { planOf, type RolloutForm, type RolloutPlan, type RolloutProblems } from '../lib/rollout-form.ts'

/** How a release is sent to the ships: which release, which ships first, and when it stops by itself. */
export function StartRollout({ answer }: { answer: ReleasesAnswer }) {
  const { t } = useTranslation('desk-releases')
  const [form, setForm] = useState<RolloutForm>({
    version: answer.releases[0]?.version ?? '',
    first: '',
    shares: '10, 50, 100',
    minutes: '60',
    tolerated: '0',
  })
  const [problems, setProblems] = useState<RolloutProblems>({})
  const [plan, setPlan] = useState<RolloutPlan | null>(null)
  const change = (field: keyof RolloutForm) => (value: string) =>
    setForm((before) => ({ ...before, [field]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = planOf(form)
    setProblems(read.ok ? {} : read.problems)
    setPlan(read.ok ? read.plan : null)
  }
  const problem = (field: keyof RolloutForm) => {
    const key = problems[field]
    return key === undefined ? null : t(key)
  }
  return (
    <section className={styles.section} aria-labelledby="desk-start-rollout">
      <h2 id="desk-start-rollout" className={textStyles.sub}>
        {t('form.title')}
      </h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <SelectField
          label={t('form.version')}
          value={form.version}
          onChange={change('version')}
          options={answer.releases.map(({ version }) => ({ value: version, label: version }))}
        />
        <SelectField
          label={t('form.first')}
          hint={t('form.firstHint')}
          value={form.first}
          onChange={change('first')}
          options={[
            { value: '', label: t('form.firstNone') },
            ...answer.controllers.map(({ id, name, version }) => ({
              value: id,
              label: `${name} (${id})${version === null ? '' : ` · ${version}`}`,
            })),
          ]}
        />
        <TextField
          label={t('form.shares')}
          hint={t('form.sharesHint')}
          value={form.shares}
          onChange={change('shares')}
          error={problem('shares')}
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          label={t('form.minutes')}
          hint={t('form.minutesHint')}
          value={form.minutes}
          onChange={change('minutes')}
          error={problem('minutes')}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
        />
        <TextField
          label={t('form.tolerated')}
          hint={t('form.toleratedHint')}
          value={form.tolerated}
          onChange={change('tolerated')}
          error={problem('tolerated')}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
        <div>
          <Button kind="main" type="submit" aria-haspopup="dialog">
            {t('form.start')}
          </Button>
        </div>
      </form>
      {plan && (
        <ReasonDialog
          title={t('form.confirm', { version: plan.version })}
          text={t('form.confirmText')}
          confirm={t('form.start')}
          act={(reason) => startRollout(plan, reason)}
          onClose={() => setPlan(null)}
        />
      )}
    </section>
  )
}
