import { type DeskOrderAction, deskEndpoints } from '@shipminer/contract/desk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import { actOnOrder, type OrderAnswer } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import {
  actionFields,
  harmfulActions,
  type OrderActionForm,
  type OrderActionProblems,
  optionalFields,
  orderActionBody,
  type PlainOrderAction,
} from '../lib/orders/order-action-form.ts'
import { useMay } from '../shell/use-role.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** What may be done with an order now by the reader; each requires its reason first. */
export function OrderActions({ answer }: { answer: OrderAnswer }) {
  const { t } = useTranslation('desk')
  const may = useMay()
  const [open, setOpen] = useState<DeskOrderAction | null>(null)
  const actions = answer.actions.filter((action) => may(deskEndpoints.deskOrderAct, action))
  // What others may do is not nothing.
  if (actions.length === 0 && answer.actions.length > 0) return null
  return (
    <section className={styles.section} aria-labelledby="desk-actions">
      <h2 id="desk-actions" className={styles.heading}>
        {t('order.actions')}
      </h2>
      {actions.length === 0 && <p className={text.quiet}>{t('order.actionsNone')}</p>}
      <div className={layout.actions}>
        {actions.map((action) => (
          <Button
            key={action}
            kind={action === 'cancel' ? 'danger' : 'plain'}
            aria-haspopup="dialog"
            onClick={() => setOpen(action)}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
      </div>
      {open === 'refund-paid' && (
        <RefundDialog
          order={answer.order}
          refunds={answer.refunds.filter(({ paidAt }) => paidAt === null)}
          onClose={() => setOpen(null)}
        />
      )}
      {open && open !== 'refund-paid' && (
        <ActionDialog key={open} action={open} answer={answer} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

function ActionDialog({
  action,
  answer: { order },
  onClose,
}: {
  action: PlainOrderAction
  answer: OrderAnswer
  onClose: () => void
}) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const [form, setForm] = useState<Omit<OrderActionForm, 'reason'>>({ on: '', amount: '' })
  const [problems, setProblems] = useState<OrderActionProblems>({})
  const change = (name: keyof typeof form) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }))
  const problem = (name: keyof OrderActionForm) => {
    const key = problems[name]
    return key ? t(key) : null
  }
  const asks = (name: keyof OrderActionForm) => actionFields[action].includes(name)
  const isFitted = optionalFields[action]?.includes('on') ?? false
  const check = () => {
    // The reason is the dialog's own business.
    const answer = orderActionBody(action, { ...form, reason: 'any reason' })
    setProblems('problems' in answer ? answer.problems : {})
    return 'body' in answer
  }
  const act = async (reason: string) => {
    const made = orderActionBody(action, { ...form, reason })
    if ('body' in made) await actOnOrder(order.id, made.body)
  }
  return (
    <ReasonDialog
      title={`${t(`act.${action}`)}: ${order.number}`}
      text={t(`actText.${action}`)}
      confirm={t(`act.${action}`)}
      isDanger={harmfulActions.has(action)}
      check={check}
      act={act}
      onClose={onClose}
    >
      {(asks('on') || isFitted) && (
        <TextField
          label={t(isFitted ? 'field.fittedOn' : 'field.on')}
          hint={isFitted ? t('field.fittedOnHint') : undefined}
          type="date"
          value={form.on}
          onChange={change('on')}
          error={problem('on')}
        />
      )}
      {asks('amount') && (
        <TextField
          label={t('field.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={form.amount}
          onChange={change('amount')}
          error={problem('amount')}
          hint={t('field.amountHint', { amount: formatEuro(language, order.remainingCents) })}
        />
      )}
    </ReasonDialog>
  )
}
