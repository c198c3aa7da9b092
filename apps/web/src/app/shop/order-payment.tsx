import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { BankTransfer } from '../../features/payment/components/bank-transfer.tsx'
import { CryptoPayment } from '../../features/payment/components/crypto-payment.tsx'

/** Whether there is anything to say about how an order is paid. */
export function hasOrderPayment(order: Order): boolean {
  const isOpen = order.state === 'placed'
  switch (order.method) {
    case 'bank_transfer':
      return isOpen && order.bank !== null && order.remainingCents > 0
    case 'pay_on_delivery':
      return order.payment !== 'paid' && order.state !== 'cancelled'
    case 'bitcoin':
    case 'usdt':
      // An order that is over opens no payment; one that it had stays in sight.
      return isOpen || order.paymentIntentId !== null
  }
}

/** How an order is paid, in its present state. */
export function OrderPayment({
  order,
  orderKey,
  network,
  onMoved,
}: {
  order: Order
  orderKey: string | null
  /** Where the buyer chose to pay a coin; null: the first offered. */
  network: string | null
  onMoved: () => void
}) {
  const { t } = useTranslation('payment')
  if (!hasOrderPayment(order)) return null
  switch (order.method) {
    case 'bank_transfer':
      return order.bank && <BankTransfer bank={order.bank} remainingCents={order.remainingCents} />
    case 'pay_on_delivery':
      return <p>{t('delivery.text')}</p>
    case 'bitcoin':
    case 'usdt':
      return (
        <CryptoPayment
          key={order.method}
          orderId={order.id}
          orderKey={orderKey}
          intentId={order.paymentIntentId}
          asset={order.method === 'bitcoin' ? 'BTC' : 'USDT'}
          network={network}
          canRenew={order.state === 'placed'}
          onMoved={onMoved}
        />
      )
  }
}
