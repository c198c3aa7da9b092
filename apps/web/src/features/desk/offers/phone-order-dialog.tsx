import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import type { PaymentMethod } from '@shipminer/contract/shop/orders'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { type BuyerField, buyerBody, orderNeeds } from '../lib/orders/offer-form.ts'
import { BuyerFieldInput } from './buyer-field.tsx'
import { actOnOffer } from './offer-queries.ts'

/** Places the order of an offer for somebody on the telephone, with what was not known of them yet. Render it only while it is open. */
export function PhoneOrderDialog({
  offer,
  onClose,
  onPlaced,
}: {
  offer: DeskOffer
  onClose: () => void
  onPlaced: (orderNumber: string) => void
}) {
  const { t } = useTranslation('desk-offers')
  const { t: tKoop } = useTranslation('koop')
  const { t: tForm } = useTranslation('form')
  const { t: common } = useTranslation()
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const offered = offer.methods.filter(({ available }) => available)
  const [method, setMethod] = useState<PaymentMethod | ''>(offered[0]?.method ?? '')
  const [terms, setTerms] = useState(false)
  const [isTried, setTried] = useState(false)
  const [buyer, setBuyer] = useState<Partial<Record<BuyerField, string>>>({})
  const asked = orderNeeds.filter((name) => !offer.buyer[name])
  const isMissing = (name: BuyerField) => (buyer[name] ?? '').trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBusy || method === '' || asked.some(isMissing)) return
    if (!terms) return setMessage({ tone: 'error', text: t('termsMissing') })
    await run(async () => {
      const body = { action: 'order', method, buyer: buyerBody(buyer), acceptedTerms: true } as const
      const { order } = await actOnOffer(offer.id, body)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      onPlaced(order?.number ?? '')
      return null
    })
  }
  return (
    <Dialog title={`${t('phone')}: ${offer.number}`} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('phoneText')}</p>
        {asked.map((name) => (
          <BuyerFieldInput
            key={name}
            name={name}
            value={buyer[name] ?? ''}
            onChange={(value) => setBuyer((before) => ({ ...before, [name]: value }))}
            error={isTried && isMissing(name) ? tForm('required') : null}
          />
        ))}
        <SelectField
          label={t('method')}
          value={method}
          onChange={(value) => setMethod(value as PaymentMethod)}
          options={offered.map((one) => ({ value: one.method, label: tKoop(`pay.${one.method}.title`) }))}
        />
        <Check checked={terms} onChange={setTerms}>
          {t('terms')}
        </Check>
        <TaskNotice message={message} />
        <div className={styles.bar}>
          <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
            {t('place')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {common('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
