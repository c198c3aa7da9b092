import type { Capabilities } from '@shipminer/contract/control'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import styles from './control.module.css'
import { useReasonText } from './use-reason-text.ts'

const lowest = 1
const highest = 100_000

/** A power limit or a power mode, whichever the device has; why not where it has none. */
export function PowerChoices({
  capabilities: { powerLimit, powerModes },
  isBusy,
  onLimit,
  onMode,
}: {
  capabilities: Capabilities
  isBusy: boolean
  onLimit: (watts: number) => void
  onMode: (mode: string) => void
}) {
  const { t } = useTranslation('control')
  const reasonText = useReasonText()
  return (
    <>
      {powerLimit.can ? (
        <LimitForm range={powerLimit} isBusy={isBusy} onLimit={onLimit} />
      ) : (
        <div className={styles.action}>
          <Button disabled>{t('action.set-power-limit')}</Button>
          <span className={styles.why}>{reasonText(powerLimit.reason ?? 'unsupported')}</span>
        </div>
      )}
      {powerModes.can && powerModes.modes.length > 0 ? (
        <ModeForm modes={powerModes.modes} isBusy={isBusy} onMode={onMode} />
      ) : (
        <div className={styles.action}>
          <Button disabled>{t('action.set-power-mode')}</Button>
          <span className={styles.why}>{reasonText(powerModes.reason ?? 'unsupported')}</span>
        </div>
      )}
    </>
  )
}

export function ModeForm({
  modes,
  isBusy,
  onMode,
}: {
  modes: readonly string[]
  isBusy: boolean
  onMode: (mode: string) => void
}) {
  const { t } = useTranslation('control')
  const [mode, setMode] = useState(modes[0] ?? '')
  return (
    <div className={styles.row}>
      <SelectField
        label={t('power.mode')}
        value={mode}
        onChange={setMode}
        options={modes.map((value) => ({
          value,
          label: t(`mode.${value}` as 'mode.low', { defaultValue: value }),
        }))}
      />
      <Button onClick={() => onMode(mode)} disabled={isBusy}>
        {t('set')}
      </Button>
    </div>
  )
}

export function LimitForm({
  range,
  isBusy,
  onLimit,
}: {
  range: { minWatts: number | null; maxWatts: number | null }
  isBusy: boolean
  onLimit: (watts: number) => void
}) {
  const { t } = useTranslation('control')
  const language = useLanguage()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const min = range.minWatts ?? lowest
  const max = range.maxWatts ?? highest
  const watts = parseTypedNumber(text)
  const isGood = watts !== null && Number.isInteger(watts) && watts >= min && watts <= max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isGood && watts !== null) onLimit(watts)
  }
  return (
    <form className={styles.row} onSubmit={submit} noValidate>
      <TextField
        label={t('power.limit')}
        hint={t('power.range', {
          min: `${formatNumber(language, min)} W`,
          max: `${formatNumber(language, max)} W`,
        })}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={setText}
        error={isTried && !isGood ? t('power.bad') : null}
      />
      <Button type="submit" disabled={isBusy}>
        {t('set')}
      </Button>
    </form>
  )
}
