import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { formatCoin } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { usePaymentHistory } from '../api/payment-history.ts'
import { recordStatus } from '../lib/record-status.ts'
import styles from './payment.module.css'

/** What was paid and is being paid; nothing where there is nothing, because the orders above it say the rest. */
export function PaymentHistory() {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const { data, isError, refetch } = usePaymentHistory()
  if (!data && isError) return <ErrorState message={t('history.failed')} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <div className={`${layout.column} ${styles.stack}`}>
      <h3>{t('history.title')}</h3>
      <ScrollRegion label={t('history.title')} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('history.date')}</th>
              <th scope="col">{t('history.order')}</th>
              <th scope="col">{t('history.method')}</th>
              <th scope="col">{t('history.amount')}</th>
              <th scope="col">{t('history.status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((record) => (
              <tr key={`${record.orderId} ${record.paymentIntentId ?? record.at}`}>
                <td>{formatDate(language, Date.parse(record.at))}</td>
                <td>
                  <Link to={paths.order(record.orderId)}>{record.orderNumber}</Link>
                </td>
                <td>{t(`method.${record.method}`)}</td>
                <td>
                  {formatEuro(language, record.amountEurCents)}
                  {record.amount && record.asset && (
                    <span className={text.small}> {formatCoin(language, record.amount, record.asset)}</span>
                  )}
                </td>
                <td>{t(`record.${recordStatus(record.status)}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
