import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { addNewKeys, createControllers } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'

/** Makes one controller or many of the same name. */
export function CreateControllers() {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [form, setForm] = useState({ name: '', location: '', count: '1' })
  const [isChecked, setChecked] = useState(false)
  const count = /^\d{1,2}$/.test(form.count.trim()) ? Number(form.count) : 0
  const name = form.name.trim()
  const location = form.location.trim()
  const isCountGood = count >= 1 && count <= 50
  const change = (field: keyof typeof form) => (value: string) =>
    setForm((before) => ({ ...before, [field]: value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(true)
    if (name === '' || !isCountGood) return
    await run(async () => {
      addNewKeys(queries, await createControllers({ name, count, ...(location && { location }) }))
      setForm({ name: '', location: '', count: '1' })
      setChecked(false)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return null
    })
  }
  return (
    <section className={styles.section} aria-labelledby="desk-create">
      <h2 id="desk-create" className={styles.heading}>
        {t('controllers.make')}
      </h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.pair}>
          <TextField
            label={t('controllers.name')}
            value={form.name}
            onChange={change('name')}
            error={isChecked && name === '' ? t('controllers.nameMissing') : null}
            maxLength={80}
            autoComplete="off"
          />
          <TextField
            label={t('controllers.location')}
            value={form.location}
            onChange={change('location')}
            optional
            maxLength={120}
            autoComplete="off"
          />
          <TextField
            label={t('controllers.count')}
            value={form.count}
            onChange={change('count')}
            error={isChecked && !isCountGood ? t('controllers.countWrong') : null}
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
          />
        </div>
        <TaskNotice message={message} />
        <div>
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {t('controllers.create')}
          </Button>
        </div>
      </form>
    </section>
  )
}
