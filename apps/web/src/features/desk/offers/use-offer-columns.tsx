import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'

/** What the list of offers shows of each. */
export function useOfferColumns(): Column<DeskOffer>[] {
  const { t } = useTranslation('desk-offers')
  const language = useLanguage()
  return [
    {
      key: 'number',
      title: t('number'),
      isSortable: true,
      cell: ({ id, number }) => (
        <Link to={paths.deskOffer(id)} className={table.whole} data-row>
          {number}
        </Link>
      ),
    },
    {
      key: 'amount',
      title: t('total'),
      isSortable: true,
      isEnd: true,
      cell: ({ totals }) => formatEuro(language, totals.grossCents),
    },
    {
      key: 'buyer',
      title: t('for'),
      isSortable: true,
      cell: ({ buyer }) => (
        <>
          {[buyer.firstName, buyer.lastName].filter(Boolean).join(' ')}
          {buyer.company && <span className={table.second}>{buyer.company}</span>}
        </>
      ),
    },
    { key: 'state', title: t('state'), cell: ({ state }) => t(`state.${state}`) },
    {
      key: 'product',
      title: t('what'),
      isWideOnly: true,
      cell: ({ quantity, product }) => `${quantity} × ${product.name}`,
    },
    {
      key: 'order',
      title: t('order'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ order }) => (order ? <Link to={paths.deskOrder(order.id)}>{order.number}</Link> : '—'),
    },
    {
      key: 'validUntil',
      title: t('validUntil'),
      isSortable: true,
      isWideOnly: true,
      isEnd: true,
      cell: ({ validUntil }) => formatDay(language, Date.parse(`${validUntil}T12:00`)),
    },
    {
      key: 'createdAt',
      title: t('made'),
      isSortable: true,
      isWideOnly: true,
      isWidestOnly: true,
      isEnd: true,
      cell: ({ createdAt }) => formatDay(language, createdAt),
    },
  ]
}
