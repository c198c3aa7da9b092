import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './alerts.module.css'

/** A part of the settings with a button of its own; `prepare` reads what was typed and gives what saves it, or null where something is wrong. */
export function SettingsForm({
  part,
  prepare,
  children,
}: {
  part: 'channels' | 'escalation'
  prepare: () => (() => Promise<void>) | null
  children: ReactNode
}) {
  const { t } = useTranslation('alert-settings')
  const { isBusy, message, run } = useTask()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const save = prepare()
    if (save === null) return
    void run(async () => {
      await save()
      return t('saved')
    })
  }
  return (
    <section className={layout.section} aria-labelledby={`${part}-title`}>
      <div>
        <h2 id={`${part}-title`} className={text.title}>
          {t(`${part}.title`)}
        </h2>
        <p className={styles.quiet}>{t(`${part}.lead`)}</p>
      </div>
      <form className={layout.section} onSubmit={submit} noValidate>
        <div className={styles.channels}>{children}</div>
        <div className={layout.head}>
          <Button type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
          {message && <Notice tone={message.tone}>{message.text}</Notice>}
        </div>
      </form>
    </section>
  )
}
