import type { DeskRefund } from '@shipminer/contract/desk'
import type { PaymentMethod } from '@shipminer/contract/shop/orders'
import { refundWays, usualRefundWay } from '@shipminer/domain/orders/refund-proof'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { actOnOrder } from '../api/desk.ts'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { localDay, type RefundForm, type RefundProblems, refundBody } from '../lib/orders/refund-form.ts'
import type { ProposalOf } from '../proposals/use-proposals.ts'
import { useRefundReason } from './use-refund-reason.ts'

/** Notes that one of the open refunds of an order was paid, with the proof. Render it only while it is open. */
export function RefundDialog({
  order,
  refunds,
  proposed = null,
  onClose,
}: {
  order: { id: string; number: string; method: PaymentMethod }
  refunds: readonly DeskRefund[]
  /** What another operator recorded: it is confirmed as it is, or recorded otherwise. */
  proposed?: ProposalOf<'refund'>['what'] | null
  onClose: () => void
}) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const reasonWords = useRefundReason()
  const [today] = useState(() => localDay(new Date()))
  const [form, setForm] = useState<RefundForm>({
    refundId: refunds[0]?.id ?? '',
    way: proposed?.way ?? refunds[0]?.claim?.way ?? usualRefundWay(order.method),
    proof: proposed?.reference ?? '',
    on: proposed?.on ?? today,
  })
  const [problems, setProblems] = useState<RefundProblems>({})
  const change =
    <Name extends keyof RefundForm>(name: Name) =>
    (value: RefundForm[Name]) =>
      setForm((before) => ({ ...before, [name]: value }))
  const check = () => {
    const made = refundBody(form, '', today)
    setProblems('problems' in made ? made.problems : {})
    return 'body' in made
  }
  const act = async (reason: string) => {
    const made = refundBody(form, reason, today)
    if ('body' in made) await actOnOrder(order.id, made.body)
  }
  return (
    <ReasonDialog
      title={`${t('refunds.pay')}: ${order.number}`}
      text={t('refunds.text')}
      confirm={t('refunds.pay')}
      isDanger
      check={check}
      act={act}
      onClose={onClose}
    >
      <SelectField
        label={t('refunds.which')}
        value={form.refundId}
        onChange={change('refundId')}
        options={refunds.map(({ id, amountCents, reason, requestedAt }) => ({
          value: id,
          label: [
            formatEuro(language, amountCents),
            reasonWords(reason),
            t('refunds.since', { date: formatDate(language, requestedAt) }),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <SelectField
        label={t('refunds.way')}
        value={form.way}
        onChange={change('way')}
        options={refundWays.map((way) => ({ value: way, label: t(`refunds.way.${way}`) }))}
      />
      <TextField
        label={t(`refunds.proof.${form.way}`)}
        value={form.proof}
        onChange={change('proof')}
        error={problems.proof && t(problems.proof)}
        maxLength={200}
        autoComplete="off"
        mono
      />
      <TextField
        label={t('refunds.on')}
        type="date"
        max={today}
        value={form.on}
        onChange={change('on')}
        error={problems.on && t(problems.on)}
      />
    </ReasonDialog>
  )
}
