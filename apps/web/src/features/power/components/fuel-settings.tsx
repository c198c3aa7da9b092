import { litresOf } from '@shipminer/domain/generator/proof/fuel'
import { mineWhen } from '@shipminer/domain/generator/proof/worth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatEuro, formatNumber, formatTyped } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Duration } from '../../../ui/values/duration.tsx'
import { Euro } from '../../../ui/values/money.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { type FuelAnswer, fuelQuery, saveFuelSettings } from '../api/fuel.ts'
import { chooseMine, curveLoads, type FuelForm, fuelForm, fuelRanges, parseFuel } from '../lib/fuel-form.ts'
import styles from './power.module.css'

/** When a ship's miners run for their fuel: what the owner entered, what mining earns, and the fuel of the last week. */
export function FuelSettings({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  return (
    <Fold id="fuel-title" title={t('fuel')} standing={t('fuel.lead')}>
      <Fuel shipId={shipId} />
    </Fold>
  )
}

function Fuel({ shipId }: { shipId: string }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { data, isError, refetch } = useQuery(fuelQuery(shipId))
  if (!data)
    return isError ? <ErrorState message={t('fuel.failed')} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <FuelReport answer={data} />
      <FuelEditor shipId={shipId} first={fuelForm(data.settings, (value) => formatTyped(language, value))} />
    </>
  )
}

/** What mining burnt in the last week, and what a unit of work earns now. */
function FuelReport({ answer: { market, report } }: { answer: FuelAnswer }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const litres = (grams: number) => `${formatNumber(language, litresOf(grams), 1)}\u00a0l`
  const kilograms = (grams: number) => `${formatNumber(language, grams / 1_000, 1)}\u00a0kg`
  return (
    <>
      <div className={styles.report}>
        <h3 className={text.sub}>{t('fuel.week')}</h3>
        <dl>
          <div>
            <dt>{t('fuel.burnt')}</dt>
            <dd>
              <Value of={report.fuelGrams}>{litres}</Value>
            </dd>
          </div>
          <div>
            <dt>{t('fuel.cost')}</dt>
            <dd>
              <Euro cents={report.fuelCents} />
            </dd>
          </div>
          <div>
            <dt>{t('fuel.co2')}</dt>
            <dd>
              <Value of={report.co2Grams}>{kilograms}</Value>
            </dd>
          </div>
          <div>
            <dt>{t('fuel.held')}</dt>
            <dd>
              <Duration durationSeconds={report.heldSeconds} />
            </dd>
          </div>
        </dl>
      </div>
      <p className={text.note}>
        {market === null
          ? t('fuel.noMarket')
          : t('fuel.market', {
              euro: formatEuro(language, Math.round(market.centsPerPhDay)),
              time: formatDateTime(language, market.observedAt),
            })}
      </p>
    </>
  )
}

function FuelEditor({ shipId, first }: { shipId: string; first: FuelForm }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const client = useQueryClient()
  const [form, setForm] = useState(first)
  const [isTried, setTried] = useState(false)
  const { isBusy, message, run } = useTask()
  const parsed = parseFuel(form)
  const problemOf = (field: keyof typeof fuelRanges) => {
    if (!isTried || parsed.ok || !parsed.problems.has(field)) return null
    const { min, max } = fuelRanges[field]
    const range = { min: formatNumber(language, min, min < 1 ? 2 : 0), max: formatNumber(language, max) }
    return field === 'curve' ? t('fuel.badCurve', range) : t('bad', range)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!parsed.ok) return
    void run(async () => {
      const settings = await saveFuelSettings(shipId, parsed.settings)
      client.setQueryData(fuelQuery(shipId).queryKey, (known) => known && { ...known, settings })
      return t('saved')
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.group}>
        <legend>{t('fuel.when')}</legend>
        <div className={styles.fields}>
          <SelectField
            label={t('fuel.mine')}
            value={form.mine}
            options={mineWhen.map((value) => ({ value, label: t(`fuel.mine.${value}`) }))}
            onChange={(mine) => setForm(chooseMine(form, mine))}
          />
          <TextField
            label={t('fuel.diesel')}
            inputMode="decimal"
            autoComplete="off"
            value={form.diesel}
            onChange={(diesel) => setForm({ ...form, diesel })}
            error={problemOf('diesel')}
          />
          <TextField
            label={t('fuel.minimum')}
            inputMode="numeric"
            autoComplete="off"
            value={form.minimum}
            onChange={(minimum) => setForm({ ...form, minimum })}
            error={problemOf('minimum')}
          />
        </div>
        <p className={text.note}>{t(`fuel.text.${form.mine}`)}</p>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('fuel.curve')}</legend>
        <p className={text.note}>{t('fuel.curveText')}</p>
        <div className={styles.fields}>
          {curveLoads.map((load, index) => (
            <TextField
              key={load}
              label={t('fuel.at', { percent: load })}
              inputMode="decimal"
              autoComplete="off"
              value={form.curve[index] ?? ''}
              onChange={(grams) =>
                setForm({ ...form, curve: form.curve.map((one, at) => (at === index ? grams : one)) })
              }
              error={index === 0 ? problemOf('curve') : null}
            />
          ))}
        </div>
      </fieldset>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button kind="main" type="submit" disabled={isBusy}>
          {t('fuel.save')}
        </Button>
      </div>
    </form>
  )
}
