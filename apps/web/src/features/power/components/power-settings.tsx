import type { PowerSettings as Settings } from '@shipminer/contract/power/environment'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent, formatTyped } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import {
  type PowerPreview,
  powerNowQuery,
  previewPowerSettings,
  savePowerSettings,
} from '../api/environment.ts'
import {
  fieldRanges,
  maxQuietHours,
  type NumberField,
  parseSettings,
  type SettingsForm,
  settingsForm,
} from '../lib/settings-form.ts'
import { EffectiveSettings } from './effective-settings.tsx'
import { OrderEditor } from './order-editor.tsx'
import styles from './power.module.css'
import { PowerReport } from './power-report.tsx'

export type OrderedMiner = { id: string; name: string }

/** How a ship's miners follow its generator: the requested settings, those in force on board, and what the last week would have been. */
export function PowerSettings({
  shipId,
  capacityKw,
  miners,
}: {
  shipId: string
  /** Of the ship's generator as its owner entered it; null is unknown. */
  capacityKw: number | null
  miners: readonly OrderedMiner[]
}) {
  const { t } = useTranslation('power')
  const { data, isError, refetch } = useQuery(powerNowQuery(shipId))
  const settings = data ? (data.settings ?? data.effective) : undefined
  return (
    <Fold
      id="power-settings-title"
      title={t('settings')}
      standing={settings ? <Standing settings={settings} /> : settings === null && t('settings.unset')}
      startsOpen={settings === null}
    >
      <p className={text.note}>{t('settings.lead')}</p>
      {!data && isError && <ErrorState message={t('settings.failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && (
        <>
          {data.followers > 1 && (
            <Notice tone="caution">{t('settings.followers', { count: data.followers })}</Notice>
          )}
          {data.settings && (
            <EffectiveSettings wished={data.settings} effective={data.effective} miners={miners} />
          )}
          <SettingsEditor shipId={shipId} first={settings ?? null} capacityKw={capacityKw} miners={miners} />
        </>
      )}
    </Fold>
  )
}

/** What was asked for, or else what is in force on board, in a line. */
function Standing({ settings: { capacityKw, limitPercent, reserveKw } }: { settings: Settings }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const kw = (value: number) => `${formatNumber(language, value, Number.isInteger(value) ? 0 : 1)}\u00a0kW`
  return t('settings.standing', {
    capacity: kw(capacityKw),
    limit: formatPercent(language, limitPercent / 100),
    reserve: kw(reserveKw),
  })
}

function SettingsEditor({
  shipId,
  first,
  capacityKw,
  miners,
}: {
  shipId: string
  first: Settings | null
  capacityKw: number | null
  miners: readonly OrderedMiner[]
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const client = useQueryClient()
  const [form, setForm] = useState(() =>
    settingsForm(first, capacityKw, (value) => formatTyped(language, value)),
  )
  const [isTried, setTried] = useState(false)
  const [preview, setPreview] = useState<PowerPreview | null>(null)
  const { isBusy, message, run } = useTask()
  const parsed = parseSettings(form)
  const change = (part: Partial<SettingsForm>) => {
    setForm({ ...form, ...part })
    setPreview(null)
  }
  const act = (what: (settings: Settings) => Promise<string | null>) => {
    setTried(true)
    if (parsed.ok) void run(() => what(parsed.settings))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act(async (wanted) => {
      const settings = await savePowerSettings(shipId, wanted)
      client.setQueryData(powerNowQuery(shipId).queryKey, (known) => known && { ...known, settings })
      return t('saved')
    })
  }
  const field = (name: NumberField) => (
    <SettingField
      name={name}
      form={form}
      isBad={isTried && !parsed.ok && parsed.problems.has(name)}
      onChange={change}
    />
  )

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.group}>
        <legend>{t('group.generator')}</legend>
        <p className={text.note}>{t('group.generatorText')}</p>
        <div className={styles.fields}>
          {field('capacityKw')}
          {field('limitPercent')}
          {field('reserveKw')}
          {field('holdSeconds')}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('group.otherPower')}</legend>
        <p className={text.note}>{t('field.emptyIsOff')}</p>
        <div className={styles.fields}>
          {field('shoreCapacityKw')}
          {field('batteryCapacityKw')}
        </div>
      </fieldset>
      <OrderEditor order={form.order} miners={miners} onChange={(order) => change({ order })} />
      <fieldset className={styles.group}>
        <legend>{t('field.quietHours')}</legend>
        <p className={text.note}>{t('group.quietText')}</p>
        {form.quietHours.map((span, index) => {
          const put = (part: Partial<typeof span>) =>
            change({
              quietHours: form.quietHours.map((one, at) => (at === index ? { ...one, ...part } : one)),
            })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place
            <div key={index} className={styles.row}>
              <TextField
                label={t('quiet.from')}
                type="time"
                value={span.from}
                onChange={(from) => from && put({ from })}
              />
              <TextField
                label={t('quiet.to')}
                type="time"
                value={span.to}
                onChange={(to) => to && put({ to })}
              />
              <Button
                kind="quiet"
                onClick={() => change({ quietHours: form.quietHours.filter((_, at) => at !== index) })}
              >
                {t('quiet.remove', { number: index + 1 })}
              </Button>
            </div>
          )
        })}
        {form.quietHours.length < maxQuietHours && (
          <div>
            <Button
              onClick={() => change({ quietHours: [...form.quietHours, { from: '22:00', to: '06:00' }] })}
            >
              {t('quiet.add')}
            </Button>
          </div>
        )}
      </fieldset>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button
          onClick={() =>
            act(async (settings) => {
              setPreview(await previewPowerSettings(shipId, settings))
              return null
            })
          }
          disabled={isBusy}
        >
          {t('preview')}
        </Button>
        <Button kind="main" type="submit" disabled={isBusy}>
          {t('save')}
        </Button>
      </div>
      {preview && <Preview preview={preview} />}
    </form>
  )
}

function SettingField({
  name,
  form,
  isBad,
  onChange,
}: {
  name: NumberField
  form: SettingsForm
  isBad: boolean
  onChange: (part: Partial<SettingsForm>) => void
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { min, max } = fieldRanges[name]
  return (
    <TextField
      label={t(`field.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      value={form[name]}
      onChange={(value) => onChange({ [name]: value })}
      error={isBad ? t('bad', { min: formatNumber(language, min), max: formatNumber(language, max) }) : null}
    />
  )
}

function Preview({ preview: { present, preview, warnings } }: { preview: PowerPreview }) {
  const { t } = useTranslation('power')
  return (
    <div className={layout.section} role="status">
      <h3 className={text.sub}>{t('preview.title')}</h3>
      {warnings.map((warning) => (
        <Notice key={warning} tone="caution">
          {t(`warning.${warning}` as 'warning.overloads', { defaultValue: warning })}
        </Notice>
      ))}
      <div className={styles.reports}>
        <PowerReport title={t('preview.was')} report={present} />
        <PowerReport title={t('preview.wouldBe')} report={preview} />
      </div>
      <p className={text.note}>{t('preview.note')}</p>
    </div>
  )
}
