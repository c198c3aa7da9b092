import type { CalculationSheet } from '@shipminer/contract/shop/calculation-sheet'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { mailSheet } from '../api/calculation.ts'
import styles from './answer.module.css'

/** Mails the calculation with its sheet to an address; the form opens where its button was. */
export function MailSheet({ sheet }: { sheet: CalculationSheet }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const says = useId()
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const website = new FormData(event.currentTarget).get('website')
    void run(async () => {
      const { sentTo } = await mailSheet({
        email,
        language,
        sheet,
        ...(typeof website === 'string' && website !== '' ? { website } : {}),
      })
      return t('share.sent', { email: sentTo })
    })
  }

  if (!isOpen) {
    return (
      <Button className={styles.needsScript} onClick={() => setOpen(true)}>
        {t('share.mail')}
      </Button>
    )
  }
  return (
    <form className={styles.mail} onSubmit={send} noValidate>
      <label className={styles.address}>
        <span>{t('share.mailTo')}</span>
        <input
          ref={field}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          aria-describedby={says}
          aria-invalid={message?.tone === 'error' || undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <input
        className={styles.trap}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        aria-hidden="true"
        defaultValue=""
      />
      <Button type="submit" aria-disabled={isBusy || email.trim() === '' || undefined}>
        {t('share.send')}
      </Button>
      <p id={says} role="status" className={message?.tone === 'error' ? styles.wrong : styles.said}>
        {message?.text}
      </p>
    </form>
  )
}
