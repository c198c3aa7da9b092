import type { Fitting } from '@shipminer/contract/desk/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/signs/live-region.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { localDay } from '../lib/orders/refund-form.ts'
import { planFitting } from './calendar-queries.ts'

/** The appointment: its day, of which the buyer is notified, and what else is agreed. */
export function PlanForm({ fitting: { installation, plan, contact, fitters } }: { fitting: Fitting }) {
  const { t } = useTranslation('desk-calendar')
  const queries = useQueryClient()
  const listId = useId()
  const { isBusy, message, run } = useTask()
  const [today] = useState(() => localDay(new Date()))
  const [isWrong, setWrong] = useState(false)
  const kept = {
    on: installation.on ?? '',
    startsAt: plan.startsAt ?? '',
    fitter: plan.fitter ?? '',
    berth: plan.berth ?? '',
    contactName: plan.contactName ?? '',
    contactPhone: plan.contactPhone ?? '',
    generator: plan.generator ?? '',
    cabling: plan.cabling ?? '',
    notes: plan.notes ?? '',
  }
  // What was not typed is what is kept, also when that changes.
  const [typed, setTyped] = useState<Partial<typeof kept>>({})
  const form = { ...kept, ...typed }
  const change = (name: keyof typeof form) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const field = (name: keyof typeof form) => ({ value: form[name], onChange: change(name) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isBad = form.on === '' || (form.on < today && form.on !== installation.on)
    setWrong(isBad)
    if (isBad) return
    void run(async () => {
      await planFitting(installation.orderId, form)
      announce(t('saved'))
      await queries.invalidateQueries({ queryKey: ['desk'] })
      setTyped({})
      return t('saved')
    })
  }
  const who = `${contact.name}, ${contact.phone}`
  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-labelledby={`${listId}-title`}>
      <h2 id={`${listId}-title`} className={styles.heading}>
        {t('agreed')}
      </h2>
      <TextField
        label={t('on')}
        hint={t('onHint')}
        type="date"
        error={isWrong ? t('onWrong') : null}
        {...field('on')}
      />
      <TextField label={t('startsAt')} optional type="time" {...field('startsAt')} />
      <TextField
        label={t('fitter')}
        optional
        maxLength={80}
        autoComplete="off"
        list={`${listId}-fitters`}
        {...field('fitter')}
      />
      <datalist id={`${listId}-fitters`}>
        {fitters.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField label={t('berth')} optional maxLength={160} autoComplete="off" {...field('berth')} />
      <TextField
        label={t('contactName')}
        hint={t('contactHint', { who })}
        optional
        maxLength={120}
        autoComplete="off"
        {...field('contactName')}
      />
      <TextField
        label={t('contactPhone')}
        optional
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...field('contactPhone')}
      />
      <TextArea
        label={t('generator')}
        hint={t('generatorHint')}
        optional
        rows={2}
        maxLength={1000}
        {...field('generator')}
      />
      <TextArea
        label={t('cabling')}
        hint={t('cablingHint')}
        optional
        rows={2}
        maxLength={1000}
        {...field('cabling')}
      />
      <TextArea label={t('notes')} optional rows={3} maxLength={2000} {...field('notes')} />
      <TaskNotice message={message} />
      <div className={layout.actions}>
        <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
