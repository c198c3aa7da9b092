import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { removeDevice, updateDevice } from '../api/devices.ts'
import styles from './control.module.css'

type Details = { name: string | null; location: string | null; notes: string | null }

/** Name, place and notes of a device, and taking it out of the lists. */
export function DeviceDetails({
  id,
  shownName,
  details,
  onChanged,
  onRemoved,
}: {
  id: string
  shownName: string
  details: Details
  onChanged: () => void
  onRemoved: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const [form, setForm] = useState<Record<keyof Details, string> | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const { isBusy, message, run } = useTask()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form) return
    await run(async () => {
      const text = (value: string) => value.trim() || null
      await updateDevice(id, {
        name: text(form.name),
        location: text(form.location),
        notes: text(form.notes),
      })
      setForm(null)
      onChanged()
      return t('details.saved')
    })
  }
  const remove = () =>
    run(async () => {
      await removeDevice(id)
      onRemoved()
      return null
    }).then((isDone) => !isDone && setRemoving(false))

  return (
    <section className={layout.section} aria-labelledby="details-title">
      <h2 id="details-title" className={textStyles.title}>
        {t('details.title')}
      </h2>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {form ? (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('details.name')}
            hint={t('details.nameHint')}
            maxLength={80}
            autoComplete="off"
            value={form.name}
            onChange={(name) => setForm({ ...form, name })}
          />
          <TextField
            label={t('details.location')}
            maxLength={120}
            autoComplete="off"
            value={form.location}
            onChange={(location) => setForm({ ...form, location })}
          />
          <TextArea
            label={t('details.notes')}
            maxLength={2000}
            rows={4}
            value={form.notes}
            onChange={(notes) => setForm({ ...form, notes })}
          />
          <div className={layout.actions}>
            <Button kind="main" type="submit" disabled={isBusy}>
              {t('details.save')}
            </Button>
            <Button kind="quiet" onClick={() => setForm(null)}>
              {tCommon('cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={layout.actions}>
          <Button
            onClick={() =>
              setForm({
                name: details.name ?? '',
                location: details.location ?? '',
                notes: details.notes ?? '',
              })
            }
          >
            {t('details.edit')}
          </Button>
          <Button kind="quiet" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('remove')}
          confirm={t('remove.confirm')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        >
          <p>{t('remove.text', { name: shownName })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
