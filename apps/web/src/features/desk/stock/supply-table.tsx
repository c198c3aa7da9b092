import type { Supply } from '@shipminer/contract/desk/stock'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import { Table } from '../table/table.tsx'
import own from './stock.module.css'

/** What there is of each product that is for nobody yet, who waits for one, and what the shop promises because of it. */
export function SupplyTable({ supply }: { supply: readonly Supply[] }) {
  const { t } = useTranslation('desk-stock')
  const language = useLanguage()
  const count = (value: number | null) => (value === null ? '—' : formatNumber(language, value))
  const number = (key: string, title: string, of: (one: Supply) => number | null): Column<Supply> => ({
    key,
    title,
    isEnd: true,
    isWideOnly: true,
    cell: (one) => count(of(one)),
  })
  const columns: Column<Supply>[] = [
    {
      key: 'product',
      title: t('product'),
      cell: ({ product, free, waiting }) => (
        <>
          <b>{product.name}</b>
          <span className={own.phone}>
            {(['tested', 'built', 'ordered'] as const)
              .map((state) => `${t(`free.${state}`)}: ${count(free[state])}`)
              .concat(`${t('waiting')}: ${count(waiting)}`)
              .join(' · ')}
          </span>
        </>
      ),
    },
    number('tested', t('free.tested'), ({ free }) => free.tested),
    number('built', t('free.built'), ({ free }) => free.built),
    number('ordered', t('free.ordered'), ({ free }) => free.ordered),
    number('waiting', t('waiting'), ({ waiting }) => waiting),
    number('sellable', t('sellable'), ({ sellable }) => sellable),
    {
      key: 'week',
      title: t('promised'),
      isEnd: true,
      cell: ({ deliveryWeek: promised, isFromBoxes }) =>
        promised === null ? (
          t('promisedNone')
        ) : (
          <>
            {t('week', { week: String(promised.week), year: String(promised.year) })}
            <span className={table.second}>{t(isFromBoxes ? 'fromBoxes' : 'fromSheet')}</span>
          </>
        ),
    },
  ]
  return (
    <div className={own.supply}>
      <Table
        name="supply"
        label={t('supply')}
        columns={columns}
        rows={supply}
        keyOf={({ product }) => product.id}
      />
    </div>
  )
}
