import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { checkFields } from '../../../lib/inquiry/check-sender.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import pair from '../../../ui/forms/pair.module.css'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { askOffer } from '../api/offers.ts'
import { buyerBody, type PurchaseForm } from '../lib/purchase-form.ts'
import styles from './purchase-flow.module.css'

const asked = ['firstName', 'lastName', 'email', 'company', 'shipName'] as const
const required = ['firstName', 'lastName', 'email'] as const
const autoComplete = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  company: 'organization',
  shipName: 'off',
} as const

/** An offer on paper for what is being bought, mailed to the buyer. It shares its fields with the order, so that nothing is typed twice. */
export function AskOffer({
  form,
  change,
  quantity,
}: {
  form: PurchaseForm
  change: (part: Partial<PurchaseForm>) => void
  quantity: number
}) {
  const { t } = useTranslation('koop')
  const { t: words } = useTranslation('form')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const [isTried, setTried] = useState(false)
  const attempt = useRef({ body: '', key: '' })
  const { firstName, lastName, email } = form
  const problems = checkFields({ firstName, lastName, email }, required)

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [first] = required.filter((name) => problems[name])
    if (first !== undefined) {
      const control = event.currentTarget.elements.namedItem(first)
      if (control instanceof HTMLElement) control.focus()
      return
    }
    if (isBusy) return
    const website = new FormData(event.currentTarget).get('website')
    const body = {
      product: form.product,
      quantity,
      language,
      buyer: buyerBody(form),
      ...(typeof website === 'string' && website !== '' ? { website } : {}),
    }
    const text = JSON.stringify(body)
    // What is sent again unchanged is the same offer.
    if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
    void run(async () => {
      const { sentTo, validUntil } = await askOffer(body, attempt.current.key)
      return t('offer.sent', { email: sentTo, date: formatDate(language, Date.parse(validUntil)) })
    })
  }

  return (
    <form className={layout.roomy} onSubmit={send} noValidate>
      <p>{t('offer.text')}</p>
      <div className={pair.roomy}>
        {asked.map((name) => {
          const isRequired = (required as readonly string[]).includes(name)
          const problem = isTried && isRequired ? problems[name as (typeof required)[number]] : undefined
          return (
            <TextField
              key={name}
              name={name}
              label={t(`info.${name}`)}
              value={form[name]}
              onChange={(value) => change({ [name]: value })}
              error={problem ? words(problem) : null}
              required={isRequired}
              optional={!isRequired}
              autoComplete={autoComplete[name]}
              maxLength={name === 'email' ? 254 : name === 'company' ? 160 : 80}
              {...(name === 'email' && { type: 'email', inputMode: 'email' as const })}
            />
          )
        })}
      </div>
      <input className={styles.trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {t('offer.send')}
        </Button>
      </div>
      <div role="status">{message && <Notice tone={message.tone}>{message.text}</Notice>}</div>
    </form>
  )
}
