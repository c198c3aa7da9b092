import type { MethodOffer, Order, PaymentMethod } from '@shipminer/contract/shop/orders'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import type { OrderAccess } from '../api/orders.ts'
import { cancelOrder, changeMethod, fetchMethods } from '../api/orders.ts'
import { OrderFailure } from './order-failure.tsx'
import { useOrderAction } from './use-order-action.ts'

type Props = {
  order: Order
  access: OrderAccess
  onChange: (order: Order) => void
  onNetwork: (network: string) => void
}

/** What the buyer may still change: how it is paid, or that it is not wanted any more. */
export function OrderChanges(props: Props) {
  const { t } = useTranslation('order')
  const [open, setOpen] = useState<'method' | 'cancel' | null>(null)
  const { can } = props.order
  const close = () => setOpen(null)
  return (
    <>
      {(can.changeMethod || can.cancel) && (
        <div className={layout.actions}>
          {can.changeMethod && <Button onClick={() => setOpen('method')}>{t('change.method')}</Button>}
          {can.cancel && (
            <Button kind="quiet" onClick={() => setOpen('cancel')}>
              {t('cancel.button')}
            </Button>
          )}
        </div>
      )}
      {open === 'method' && can.changeMethod && <ChangeMethod {...props} onClose={close} />}
      {open === 'cancel' && can.cancel && <CancelOrder {...props} onClose={close} />}
    </>
  )
}

function CancelOrder({ order, access, onChange, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const cancel = () =>
    run(async () => {
      onChange(await cancelOrder(access))
      announce(t('cancel.done'))
      onClose()
    })
  return (
    <Dialog title={t('cancel.title')} onClose={onClose}>
      <div className={layout.column}>
        <OrderFailure error={error} />
        <p>{t('cancel.text', { number: order.number })}</p>
        <div className={layout.actions}>
          <Button kind="danger" onClick={cancel} aria-disabled={isBusy || undefined}>
            {t('cancel.confirm')}
          </Button>
          <Button onClick={onClose}>{t('cancel.keep')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function ChangeMethod({ order, access, onChange, onNetwork, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const [offers, setOffers] = useState<MethodOffer[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const [network, setNetwork] = useState('')
  const [first] = useState(order)

  useEffect(() => {
    let isGone = false
    fetchMethods(first).then(
      (found) => !isGone && setOffers(found.filter((offer) => offer.method !== first.method)),
      (thrown: unknown) => !isGone && setFailure(thrown),
    )
    return () => {
      isGone = true
    }
  }, [first])

  const chosen = offers?.find((offer) => offer.method === method)
  const save = () =>
    run(async () => {
      if (method === null) return
      const changed = await changeMethod(access, method)
      const where = network || chosen?.networks[0]?.id
      if (where) onNetwork(where)
      onChange(changed)
      announce(t('change.done'))
      onClose()
    })
  return (
    <Dialog title={t('change.title')} onClose={onClose}>
      <div className={layout.column}>
        <OrderFailure error={failure ?? error} />
        {offers === null && !failure && <Loading inline />}
        {offers && (
          <RadioCards
            name="new-method"
            legend={t('change.title')}
            value={method ?? ''}
            onChange={(value) => {
              setMethod(offers.find((offer) => offer.method === value)?.method ?? null)
              setNetwork('')
            }}
            cards={offers.map((offer) => ({
              value: offer.method,
              title: t(`method.${offer.method}`),
              unavailable: offer.available ? null : t(`unavailable.${offer.reason ?? 'other'}`),
              more:
                offer.networks.length > 1 ? (
                  <SelectField
                    label={t('change.network')}
                    value={network || (offer.networks[0]?.id ?? '')}
                    onChange={setNetwork}
                    options={offer.networks.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                ) : null,
            }))}
          />
        )}
        <div className={layout.actions}>
          <Button kind="main" onClick={save} aria-disabled={method === null || isBusy || undefined}>
            {t('change.save')}
          </Button>
          <Button onClick={onClose}>{t('change.keep')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
