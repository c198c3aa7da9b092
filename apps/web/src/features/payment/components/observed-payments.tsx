import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { formatCoin } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import styles from './payment.module.css'

/** The transactions that were seen for a payment, with how sure each is. */
export function ObservedPayments({ intent }: { intent: PaymentIntent }) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  if (intent.payments.length === 0) return null
  return (
    <section className={`${layout.column} ${styles.stack}`}>
      <h3>{t('seen.title')}</h3>
      <ul className={styles.seen}>
        {intent.payments.map((payment) => (
          <li key={`${payment.network.id}:${payment.txId}:${payment.index}`}>
            <span className={styles.seenAmount}>{formatCoin(language, payment.amount, payment.asset)}</span>
            <span className={styles.badge}>{payment.network.name}</span>
            <span>
              {payment.status === 'unaccounted'
                ? t(payment.replacedBy ? 'seen.replaced' : 'seen.unaccounted')
                : payment.status === 'confirmed'
                  ? t('seen.confirmed')
                  : t('seen.confirmations', { count: payment.confirmations })}
            </span>
            <span className={text.quiet}>{formatDateTime(language, Date.parse(payment.firstSeenAt))}</span>
            <span className={styles.tx}>
              {payment.explorerUrl ? (
                <a href={payment.explorerUrl} rel="noopener noreferrer" target="_blank">
                  {payment.txId}
                </a>
              ) : (
                payment.txId
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
