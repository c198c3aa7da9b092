import type { DeskOrder } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from '../orders/order-signs.module.css'

/** How an order is paid: a full circle, an empty one, or a warning for what is missing; always with its word. */
export function PaymentSign({ order }: { order: DeskOrder }) {
  const { t } = useTranslation('order')
  const { t: tTable } = useTranslation('desk-table')
  const language = useLanguage()
  const isShort = order.payment === 'partially_paid'
  const isPaid = order.payment === 'paid'
  return (
    <span className={styles.payment} data-tone={isShort ? 'attention' : 'plain'}>
      <svg width="12" height="12" viewBox="0 0 14 14" aria-hidden="true">
        {isShort ? (
          <path d="M7 .8 13.6 13H.4z" fill="currentColor" />
        ) : isPaid ? (
          <circle cx="7" cy="7" r="6" fill="currentColor" />
        ) : (
          <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="2.2" />
        )}
      </svg>
      <span>
        {isShort
          ? tTable('order.short', { amount: formatEuro(language, order.remainingCents) })
          : t(`paymentState.${order.payment}`)}
        <small>{t(`method.${order.method}`)}</small>
      </span>
    </span>
  )
}
