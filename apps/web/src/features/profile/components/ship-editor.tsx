import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import pair from '../../../ui/forms/pair.module.css'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { checkShip, type ShipForm, type ShipProblems, shipTypes, timeZones } from '../lib/ship-form.ts'

/** Every field of a ship (docs/product.md 3.2); name and type are required. */
export function ShipEditor({
  initial,
  submit: submitText,
  failure,
  onSave,
  onDone,
}: {
  initial: ShipForm
  submit: string
  failure?: string
  /** Throws `ApiError`. */
  onSave: (form: ShipForm) => Promise<void>
  onDone: () => void
}) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const [form, setForm] = useState(initial)
  const [problems, setProblems] = useState<ShipProblems>({})
  const { isBusy, message, run } = useTask(failure)
  const change = (part: Partial<ShipForm>) => setForm((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkShip(form)
    setProblems(found)
    const [wrong] = Object.keys(found)
    if (wrong) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    const isSaved = await run(async () => {
      await onSave(form)
      return null
    })
    if (isSaved) onDone()
  }

  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {(problems.name || problems.type) && (
        <Notice tone="error" title={t('ships.invalidTitle')}>
          {t('ships.invalid')}
        </Notice>
      )}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={pair.pair}>
        <TextField
          label={t('ships.name')}
          name="name"
          required
          maxLength={80}
          value={form.name}
          onChange={(name) => change({ name })}
          error={problems.name && t('required')}
        />
        <SelectField
          label={t('ships.type')}
          name="type"
          required
          value={form.type}
          onChange={(type) => change({ type })}
          error={problems.type && t('required')}
          options={[
            { value: '', label: t('ships.choose') },
            ...shipTypes.map((value) => ({ value, label: t(`ships.type.${value}`) })),
          ]}
        />
        <TextField
          label={t('ships.homePort')}
          optional
          maxLength={80}
          value={form.homePort}
          onChange={(homePort) => change({ homePort })}
        />
        <TextField
          label={t('ships.registration')}
          optional
          maxLength={40}
          value={form.registrationNumber}
          onChange={(registrationNumber) => change({ registrationNumber })}
        />
        <TextField
          label={t('ships.capacity')}
          name="generatorCapacityKw"
          optional
          inputMode="numeric"
          value={form.generatorCapacityKw}
          onChange={(generatorCapacityKw) => change({ generatorCapacityKw })}
          error={problems.generatorCapacityKw && t('ships.wholeNumber')}
        />
        <TextField
          label={t('ships.usage')}
          name="currentUsagePercent"
          optional
          inputMode="numeric"
          value={form.currentUsagePercent}
          onChange={(currentUsagePercent) => change({ currentUsagePercent })}
          error={problems.currentUsagePercent && t('ships.percent')}
        />
        <SelectField
          label={t('ships.timeZone')}
          name="timeZone"
          hint={t('ships.timeZoneHint')}
          value={form.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          error={problems.timeZone && t('ships.timeZoneUnknown')}
          options={timeZones(form.timeZone).map((zone) => ({
            value: zone,
            label: zone.replaceAll('_', ' '),
          }))}
        />
      </div>
      <TextArea
        label={t('ships.notes')}
        optional
        rows={3}
        maxLength={2000}
        value={form.notes}
        onChange={(notes) => change({ notes })}
      />
      <div className={layout.actions}>
        <Button kind="main" type="submit" disabled={isBusy}>
          {isBusy ? t('updating') : submitText}
        </Button>
        <Button kind="quiet" onClick={onDone} disabled={isBusy}>
          {common('cancel')}
        </Button>
      </div>
    </form>
  )
}
