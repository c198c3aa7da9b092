import type { Order } from '@shipminer/contract/shop/orders'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { checkFields, type Problems, trimText } from '../../../lib/inquiry/check-sender.ts'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import type { OrderAccess } from '../api/orders.ts'
import { withdrawOrder } from '../api/orders.ts'
import {
  type Withdrawal,
  type WithdrawalEvent,
  type WithdrawalForm,
  withdrawalTransition,
} from '../lib/withdrawal.ts'
import { OrderFailure } from './order-failure.tsx'
import styles from './orders.module.css'

type Props = { order: Order; access: OrderAccess; onChange: (order: Order) => void }

/** The right of consumers to withdraw, in two steps and in the words that the law gives them; nothing for businesses. */
export function WithdrawalSection(props: Props) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const { withdrawal, can } = props.order
  if (!withdrawal) return null
  return (
    <section className={layout.column} aria-labelledby="order-withdrawal">
      <h2 id="order-withdrawal" className={styles.heading}>
        {t('withdraw.title')}
      </h2>
      {withdrawal.requestedAt ? (
        <Notice tone="good" title={t('withdraw.received')}>
          {t('withdraw.receivedText', {
            time: formatDateTime(language, Date.parse(withdrawal.requestedAt)),
            email: props.order.buyer.email,
          })}
        </Notice>
      ) : (
        <>
          <p>
            {withdrawal.until
              ? t('withdraw.until', { date: formatDate(language, Date.parse(withdrawal.until)) })
              : t('withdraw.open')}{' '}
            <Link to={paths.terms}>{t('withdraw.terms')}</Link>
          </p>
          {can.withdraw && <WithdrawalSteps {...props} />}
        </>
      )}
    </section>
  )
}

function WithdrawalSteps({ order, access, onChange }: Props) {
  const { t } = useTranslation('order')
  const { t: words } = useTranslation('form')
  const [state, setState] = useState<Withdrawal>({ kind: 'closed' })
  const current = useRef(state)
  const [form, setForm] = useState<WithdrawalForm>({
    name: `${order.buyer.firstName} ${order.buyer.lastName}`,
    email: order.buyer.email,
    statement: '',
  })
  const [problems, setProblems] = useState<Problems<keyof WithdrawalForm>>({})
  const content = useKeepFocus<HTMLDivElement>(state.kind)
  const change = (part: Partial<WithdrawalForm>) => setForm((before) => ({ ...before, ...part }))
  const on = (event: WithdrawalEvent): boolean => {
    const after = withdrawalTransition(current.current, event)
    if (!after) return false
    current.current = after
    setState(after)
    return true
  }

  const proceed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkFields(form, ['name', 'email'])
    setProblems(found)
    const wrong = found.name ? 'name' : found.email ? 'email' : null
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    else on({ type: 'continue' })
  }
  const confirm = async () => {
    if (!on({ type: 'confirm' })) return
    try {
      const statement = trimText(form.statement)
      const changed = await withdrawOrder(access, {
        name: form.name.trim(),
        email: form.email.trim(),
        ...(statement === undefined ? {} : { statement }),
      })
      on({ type: 'received' })
      announce(t('withdraw.received'))
      onChange(changed)
    } catch (error) {
      on({ type: 'failed', error })
    }
  }
  const problemOf = (field: 'name' | 'email') => {
    const problem = problems[field]
    return problem ? words(problem) : null
  }

  return (
    <div ref={content} className={layout.column}>
      {state.kind === 'closed' && (
        <div>
          <Button onClick={() => on({ type: 'open' })}>{t('withdraw.start')}</Button>
        </div>
      )}
      {state.kind === 'filling' && (
        <form className={layout.column} onSubmit={proceed} noValidate>
          <p>{t('withdraw.fill', { number: order.number })}</p>
          <TextField
            name="name"
            label={t('withdraw.name')}
            autoComplete="name"
            required
            maxLength={160}
            value={form.name}
            onChange={(name) => change({ name })}
            error={problemOf('name')}
          />
          <TextField
            name="email"
            label={t('withdraw.email')}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            hint={t('withdraw.emailHint')}
            value={form.email}
            onChange={(email) => change({ email })}
            error={problemOf('email')}
          />
          <TextArea
            name="statement"
            label={t('withdraw.statement')}
            optional
            rows={3}
            maxLength={1000}
            hint={t('withdraw.statementHint')}
            value={form.statement}
            onChange={(statement) => change({ statement })}
          />
          <div className={layout.actions}>
            <Button type="submit">{t('withdraw.continue')}</Button>
            <Button kind="quiet" onClick={() => on({ type: 'close' })}>
              {t('withdraw.close')}
            </Button>
          </div>
        </form>
      )}
      {(state.kind === 'confirming' || state.kind === 'sending' || state.kind === 'failed') && (
        <div className={layout.column}>
          {state.kind === 'failed' && <OrderFailure error={state.error} />}
          <p>
            {t('withdraw.check', { name: form.name.trim(), number: order.number, email: form.email.trim() })}
          </p>
          {form.statement.trim() !== '' && <p className={text.lines}>{form.statement.trim()}</p>}
          <div className={layout.actions}>
            <Button kind="danger" onClick={confirm} aria-disabled={state.kind === 'sending' || undefined}>
              {t('withdraw.confirm')}
            </Button>
            <Button kind="quiet" onClick={() => on({ type: 'back' })}>
              {t('withdraw.back')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
