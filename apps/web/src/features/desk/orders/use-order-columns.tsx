import type { DeskOrder } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { PaymentSign } from '../money/payment-sign.tsx'
import type { Column } from '../table/column.ts'
import styles from '../table/table.module.css'
import { OrderScale } from './order-scale.tsx'

/** What a list of orders shows of each. */
export function useOrderColumns(): Column<DeskOrder>[] {
  const { t } = useTranslation('desk-table')
  const { t: tDesk } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  return [
    {
      key: 'number',
      title: t('order.number'),
      isSortable: true,
      cell: ({ id, number }) => (
        <Link to={paths.deskOrder(id)} className={styles.whole} data-row>
          {number}
        </Link>
      ),
    },
    {
      key: 'amount',
      title: t('order.amount'),
      isSortable: true,
      isEnd: true,
      cell: ({ totals }) => formatEuro(language, totals.grossCents),
    },
    {
      key: 'buyer',
      title: tDesk('order.buyer'),
      cell: ({ buyerName, company, country }) => (
        <>
          {buyerName} <small>{country}</small>
          {company && <span className={styles.second}>{company}</span>}
        </>
      ),
    },
    {
      key: 'payment',
      title: tOrder('axis.payment'),
      cell: (order) => <PaymentSign order={order} />,
    },
    {
      key: 'state',
      title: tOrder('axis.order'),
      cell: ({ state }) => <OrderScale state={state} word={tOrder(`state.${state}`)} />,
    },
    {
      key: 'lines',
      title: t('order.product'),
      isWidestOnly: true,
      cell: ({ lines }) => (
        <span className={styles.whole}>
          {lines.map(({ quantity, name }) => tOrder('line', { count: quantity, name })).join(', ')}
        </span>
      ),
    },
    {
      key: 'installation',
      title: t('order.installation'),
      isWidestOnly: true,
      cell: ({ installationOn }) => (
        <span className={styles.whole}>
          {installationOn === null
            ? t('order.notYet')
            : formatDay(language, Date.parse(`${installationOn}T12:00`))}
        </span>
      ),
    },
    {
      key: 'placedAt',
      title: t('order.placedAt'),
      isSortable: true,
      isEnd: true,
      cell: ({ placedAt }) => formatDay(language, Date.parse(placedAt)),
    },
  ]
}
