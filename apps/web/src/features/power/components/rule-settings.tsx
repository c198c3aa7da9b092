import { ruleRanges } from '@shipminer/domain/rules/rule-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { type RulesAnswer, rulesQuery, saveRules } from '../api/rules.ts'
import { parseRules, type RuleField, ruleReading, rulesForm } from '../lib/rules-form.ts'
import { EventLog } from './event-log.tsx'
import styles from './power.module.css'

/** The rules that the boxes of a ship carry out by themselves: what is on, whether they have it, and what they did. */
export function RuleSettings({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  return (
    <Fold id="rules-title" title={t('rules')} standing={t('rules.lead')}>
      <Rules shipId={shipId} />
    </Fold>
  )
}

function Rules({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { data, isError, refetch } = useQuery(rulesQuery(shipId))
  if (!data)
    return isError ? <ErrorState message={t('rules.failed')} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <Boxes controllers={data.controllers} isSet={data.settings !== null} />
      <RulesEditor shipId={shipId} settings={data.settings} />
      <EventLog
        title={t('rules.log')}
        none={t('rules.logEmpty')}
        events={data.events}
        formatValue={({ rule }) => ruleReading(language, rule)}
      />
    </>
  )
}

/** Whether each box has what was set. */
function Boxes({ controllers, isSet }: { controllers: RulesAnswer['controllers']; isSet: boolean }) {
  const { t } = useTranslation('power')
  const namesIn = (state: RulesAnswer['controllers'][number]['state']) =>
    controllers
      .filter((one) => one.state === state)
      .map(({ name }) => name)
      .join(', ')
  const [tooOld, waiting] = [namesIn('too-old'), namesIn('waiting')]
  if (controllers.length === 0) return <Notice>{t('rules.noBox')}</Notice>
  return (
    <>
      {tooOld !== '' && <Notice tone="caution">{t('rules.tooOld', { names: tooOld })}</Notice>}
      {isSet && waiting !== '' && <Notice>{t('rules.waiting', { names: waiting })}</Notice>}
      {isSet && tooOld === '' && waiting === '' && <Notice tone="good">{t('rules.inForce')}</Notice>}
    </>
  )
}

function RulesEditor({ shipId, settings }: { shipId: string; settings: RulesAnswer['settings'] }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const client = useQueryClient()
  const [form, setForm] = useState(() => rulesForm(settings))
  const [isTried, setTried] = useState(false)
  const { isBusy, message, run } = useTask()
  const parsed = parseRules(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!parsed.ok) return
    void run(async () => {
      const saved = await saveRules(shipId, parsed.settings)
      client.setQueryData(rulesQuery(shipId).queryKey, (known) => known && { ...known, settings: saved })
      void client.invalidateQueries({ queryKey: rulesQuery(shipId).queryKey })
      return t('saved')
    })
  }
  const field = (name: RuleField) => {
    const { min, max } = ruleRanges[name]
    const isBad = isTried && !parsed.ok && parsed.problems.has(name)
    const range = { min: formatNumber(language, min), max: formatNumber(language, max) }
    return (
      <TextField
        label={t(`rules.${name}`)}
        inputMode="numeric"
        autoComplete="off"
        value={form[name]}
        onChange={(value) => setForm((known) => ({ ...known, [name]: value }))}
        error={isBad ? t('rules.bad', range) : null}
      />
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Rule
        title={t('rules.restart')}
        explained={t('rules.restartText')}
        isOn={form.restarts}
        onChange={(restarts) => setForm({ ...form, restarts })}
      >
        {field('afterMinutes')}
        {field('mostPerDay')}
      </Rule>
      <Rule
        title={t('rules.coolDown')}
        explained={t('rules.coolDownText')}
        isOn={form.coolsDown}
        onChange={(coolsDown) => setForm({ ...form, coolsDown })}
      >
        {field('aboveC')}
      </Rule>
      <p className={text.note}>{t('rules.never')}</p>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button kind="main" type="submit" disabled={isBusy}>
          {t('rules.save')}
        </Button>
      </div>
    </form>
  )
}

function Rule({
  title,
  explained,
  isOn,
  onChange,
  children,
}: {
  title: string
  explained: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  const { t } = useTranslation('power')
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <p className={text.note}>{explained}</p>
      <Check checked={isOn} onChange={onChange}>
        {t('rules.on')}
      </Check>
      {isOn && <div className={styles.fields}>{children}</div>}
    </fieldset>
  )
}
