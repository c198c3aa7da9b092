import type { DeskOrder } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatEuro } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import styles from './desk.module.css'

/** One order of a list. */
export function OrderRow({ order }: { order: DeskOrder }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  return (
    <li className={styles.row}>
      <Link to={paths.deskOrder(order.id)}>{order.number}</Link>
      <div>
        {[order.buyerName, order.company].filter(Boolean).join(' · ')}{' '}
        <span className={styles.quiet}>{order.country}</span>
        <div className={styles.small}>
          {order.lines.map(({ quantity, name }) => t('line', { count: quantity, name })).join(', ')}
        </div>
      </div>
      <div>
        {t(`state.${order.state}`)} · {t(`paymentState.${order.payment}`)}
        <div className={styles.small}>{t(`method.${order.method}`)}</div>
      </div>
      <div className={styles.end}>
        {formatEuro(language, order.totals.grossCents)}
        <div className={styles.small}>{formatDate(language, Date.parse(order.placedAt))}</div>
      </div>
    </li>
  )
}
