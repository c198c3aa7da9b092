import { type DeskBox, deskBoxSorts, deskStockEndpoints } from '@shipminer/contract/desk/stock'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { boxStates } from '@shipminer/domain/stock/box-stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { exportBoxes } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import table from '../table/table.module.css'
import { useTableState } from '../table/use-table-state.ts'
import { AddDialog } from './add-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { stockQuery } from './stock-queries.ts'
import { SupplyTable } from './supply-table.tsx'

const lastChanged = { by: 'changedAt', isAscending: false } as const

/** Boxes by serial number, and what there is of each product. Filters and page are kept in the address. */
export function StockView() {
  const { t } = useTranslation('desk-stock')
  const { t: tDesk } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const may = useMay()
  const state = useTableState(lastChanged, deskBoxSorts)
  const { search } = state
  const wanted = boxStates.find((one) => one === state.params.get('state'))
  const product = /^[a-z0-9-]{1,40}$/.exec(state.params.get('product') ?? '')?.[0]
  const filters = { ...(search && { search }), ...(wanted && { state: wanted }), ...(product && { product }) }
  const found = useQuery(stockQuery({ ...state.query, ...filters }))
  const columns = useColumns()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<'add' | 'move' | null>(null)
  const mayMove = may(deskStockEndpoints.deskMoveBoxes)
  const { data } = found
  const all = Object.values(data?.byState ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.stock')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      {mayMove && (
        <div className={styles.bar}>
          <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('move')}>
            {t('move')}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setOpen('add')} aria-disabled={!data || undefined}>
            {t('add')}
          </Button>
        </div>
      )}
      {data && <SupplyTable supply={data.supply} />}
      <Chips
        label={t('state')}
        value={wanted ?? ''}
        onChange={(value) => state.setFilter('state', value)}
        chips={[
          { value: '', label: tDesk('any'), count: data ? all : null },
          ...boxStates.map((value) => ({
            value,
            label: t(`state.${value}`),
            count: data ? data.byState[value] : null,
          })),
        ]}
      />
      <ListTable
        name="stock"
        label={tDesk('nav.stock')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.boxes}
        filters={
          <>
            <SearchForm
              label={t('search')}
              first={search ?? ''}
              onSearch={(words) => state.setFilter('search', words)}
            />
            <SelectField
              label={t('product')}
              value={product ?? ''}
              onChange={(value) => state.setFilter('product', value)}
              options={[
                { value: '', label: tDesk('any') },
                ...(data?.supply ?? []).map((one) => ({ value: one.product.id, label: one.product.name })),
              ]}
            />
          </>
        }
        tools={
          <CsvButton
            name="boxes"
            call={deskExportEndpoints.deskBoxesExport}
            make={() => exportBoxes(filters)}
          />
        }
        none={t(all === 0 ? 'empty' : 'none')}
        keyOf={({ serial }) => serial}
        {...(mayMove && {
          selection: {
            chosen,
            onChange: setChosen,
            nameOf: ({ serial }: DeskBox) => tTable('choose', { name: serial }),
          },
        })}
      >
        <SelectionBar count={chosen.size} sum={null} onClear={() => setChosen(new Set())}>
          <Button aria-haspopup="dialog" onClick={() => setOpen('move')}>
            {t('move')}
          </Button>
        </SelectionBar>
      </ListTable>
      {open === 'move' && (
        <MoveDialog
          first={{ serials: [...chosen] }}
          onClose={() => {
            setOpen(null)
            setChosen(new Set())
          }}
        />
      )}
      {open === 'add' && data && (
        <AddDialog products={data.supply.map((one) => one.product)} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function useColumns(): Column<DeskBox>[] {
  const { t } = useTranslation('desk-stock')
  const language = useLanguage()
  const day = (on: string | null) => (on === null ? '—' : formatDay(language, Date.parse(`${on}T12:00`)))
  return [
    {
      key: 'serial',
      title: t('serial'),
      isSortable: true,
      cell: ({ id, serial, product }) => (
        <>
          <Link to={paths.deskBox(id)} data-row>
            {serial}
          </Link>
          <span className={table.second}>{product.name}</span>
        </>
      ),
    },
    { key: 'state', title: t('state'), cell: ({ state }) => t(`state.${state}`) },
    {
      key: 'order',
      title: t('order'),
      cell: ({ order }) =>
        order ? (
          <>
            <Link to={paths.deskOrder(order.id)}>{order.number}</Link>
            <span className={table.second}>{order.buyerName}</span>
          </>
        ) : (
          t('free')
        ),
    },
    {
      key: 'expected',
      title: t('expectedOn'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ state, expectedOn }) => (state === 'ordered' ? day(expectedOn) : '—'),
    },
    {
      key: 'installed',
      title: t('installedOn'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ installedOn }) => day(installedOn),
    },
    {
      key: 'warranty',
      title: t('warrantyUntil'),
      isSortable: true,
      isWideOnly: true,
      isEnd: true,
      cell: ({ warrantyUntil }) => day(warrantyUntil),
    },
    {
      key: 'changedAt',
      title: t('changedAt'),
      isSortable: true,
      isWideOnly: true,
      isWidestOnly: true,
      isEnd: true,
      cell: ({ changedAt }) => formatDay(language, changedAt),
    },
  ]
}
