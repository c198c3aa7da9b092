import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { useUserOrders } from '../api/user-orders.ts'
import { orderStanding } from '../lib/order-standing.ts'
import styles from './orders.module.css'
import { StandingBadge } from './standing-badge.tsx'

/** The orders of the signed-in person; `none` is the text for when there are none. */
export function OrderList({ none }: { none: string }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const errorText = useErrorText()
  const orders = useUserOrders()
  if (orders.isPending) return <Loading inline />
  if (orders.isError) return <ErrorState message={errorText(orders.error)} onRetry={() => orders.refetch()} />
  if (orders.data.length === 0) return <p className={text.quiet}>{none}</p>
  return (
    <ul className={styles.list}>
      {orders.data.map((order) => (
        <li key={order.id} className={styles.item}>
          <div className={styles.itemHead}>
            <Link to={paths.order(order.id)}>{order.number}</Link>
            <StandingBadge standing={orderStanding(order)} />
          </div>
          <p>{order.lines.map(({ quantity, name }) => t('line', { count: quantity, name })).join(', ')}</p>
          <p className={text.quiet}>
            {formatDate(language, Date.parse(order.placedAt))} ·{' '}
            {formatEuro(language, order.totals.grossCents)}
          </p>
        </li>
      ))}
    </ul>
  )
}
