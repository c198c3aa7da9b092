import { type Correction, deskCorrectionEndpoints } from '@shipminer/contract/desk/correction'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { correctOrder, type OrderAnswer, previewCorrection } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { DialogForm } from '../components/dialog-form.tsx'
import {
  type CorrectionForm,
  correctedBuyer,
  correctedTexts,
  correctionForm,
  deliveryTexts,
  emptyDelivery,
  isOptional,
  missingOf,
} from '../lib/orders/correction-form.ts'
import { isReason } from '../lib/orders/order-action-form.ts'
import { BuyerFieldInput } from '../offers/buyer-field.tsx'
import { useMay } from '../shell/use-role.ts'
import { CorrectionPreview } from './correction-preview.tsx'

/** Corrects the buyer of an order: first the details, then what they change, with the reason. */
export function CorrectBuyer({ answer }: { answer: OrderAnswer }) {
  const { t } = useTranslation('desk-correction')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const mayCorrect = may(deskCorrectionEndpoints.deskOrderCorrection)
  if (!answer.canCorrect || !mayCorrect) return null
  return (
    <>
      <p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      </p>
      {isOpen && <CorrectionDialog answer={answer} onClose={() => setOpen(false)} />}
    </>
  )
}

function CorrectionDialog({ answer, onClose }: { answer: OrderAnswer; onClose: () => void }) {
  const { t } = useTranslation('desk-correction')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const task = useTask()
  // As they were when the dialog was opened: what somebody else changes meanwhile is refused, not undone.
  const [{ order, version }] = useState(answer)
  const [form, setForm] = useState(() => correctionForm(order.buyer))
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Correction | null>(null)
  const [reason, setReason] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const body = () => ({ buyer: correctedBuyer(form, order.buyer), version })
  const look = async () => {
    const lacking = missingOf(form)
    setMissing(lacking)
    if (lacking.size > 0) return
    await task.run(async () => {
      setShown(await previewCorrection(order.id, body()))
      return null
    })
  }
  const submit = async ({ after }: Correction) => {
    setTooShort(!isReason(reason))
    if (!isReason(reason)) return
    const isDone = await task.run(async () => {
      const expectedGrossCents = after.totals.grossCents
      await correctOrder(order.id, { ...body(), expectedGrossCents, reason: reason.trim() })
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
    if (!isDone) return
    announce(tDesk('done'))
    onClose()
  }
  const title = `${t('open')}: ${order.number}`
  if (shown === null)
    return (
      <DialogForm title={title} submit={{ label: t('look'), run: look }} task={task} onClose={onClose}>
        <p>{t('text')}</p>
        <DetailsFields form={form} missing={missing} onChange={setForm} />
      </DialogForm>
    )
  return (
    <DialogForm
      title={title}
      submit={{ label: t('confirm'), run: () => submit(shown) }}
      task={task}
      onClose={onClose}
    >
      <CorrectionPreview correction={shown} />
      <TextField
        label={tDesk('field.reason')}
        hint={tDesk('field.reasonHint')}
        value={reason}
        onChange={setReason}
        error={isTooShort ? tDesk('field.reasonShort') : null}
        maxLength={500}
        autoComplete="off"
        name="reason"
      />
      <p>
        <Button kind="quiet" onClick={() => setShown(null)}>
          {t('back')}
        </Button>
      </p>
    </DialogForm>
  )
}

function DetailsFields({
  form,
  missing,
  onChange,
}: {
  form: CorrectionForm
  missing: ReadonlySet<string>
  onChange: (form: CorrectionForm) => void
}) {
  const { t } = useTranslation('desk-correction')
  const { t: tForm } = useTranslation('form')
  const problem = (name: string) => (missing.has(name) ? tForm('required') : null)
  const { buyer, delivery } = form
  return (
    <>
      {correctedTexts.map((name) => (
        <BuyerFieldInput
          key={name}
          name={name}
          value={buyer[name]}
          onChange={(value) => onChange({ ...form, buyer: { ...buyer, [name]: value } })}
          error={problem(name)}
          optional={isOptional(name)}
        />
      ))}
      <Check
        checked={delivery !== null}
        onChange={(isApart) => onChange({ ...form, delivery: isApart ? emptyDelivery : null })}
      >
        {t('elsewhere')}
      </Check>
      {delivery && (
        <section className={styles.stack} aria-labelledby="desk-delivery">
          <h3 id="desk-delivery">{t('field.delivery')}</h3>
          {deliveryTexts.map((name) => (
            <BuyerFieldInput
              key={name}
              name={name === 'name' ? 'company' : name}
              label={name === 'name' ? t('receiver') : undefined}
              value={delivery[name]}
              onChange={(value) => onChange({ ...form, delivery: { ...delivery, [name]: value } })}
              error={problem(`delivery.${name}`)}
              optional={name === 'name'}
            />
          ))}
        </section>
      )}
    </>
  )
}
