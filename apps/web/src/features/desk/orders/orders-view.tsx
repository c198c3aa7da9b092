import { type DeskOrder, deskOrderSorts, orderWaits } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { fulfilmentStates, paymentStates } from '@shipminer/domain/orders/order'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatEuro } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { exportOrders, fetchPackingSlip, ordersQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { listedStates, type OrderFilters, readOrderFilters } from '../lib/orders/order-filters.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import { useChosen } from '../table/use-chosen.ts'
import { useTableState } from '../table/use-table-state.ts'
import { useOrderColumns } from './use-order-columns.tsx'

const newestFirst = { by: 'placedAt', isAscending: false } as const

/** All orders in pages from the server. Filters, sorting and page are kept in the address; a press on CSV takes all that fit. */
export function OrdersView() {
  const { t } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const { t: tOrder } = useTranslation('order')
  const state = useTableState(newestFirst, deskOrderSorts)
  const filters = readOrderFilters(state.params)
  const found = useQuery(ordersQuery(filters, state.query))
  const columns = useOrderColumns()
  const { data } = found
  const chosen = useChosen<DeskOrder>(data?.orders ?? [])
  const all = Object.values(data?.byState ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <h1 className={styles.heading}>{t('nav.orders')}</h1>
      <Chips
        label={tOrder('axis.order')}
        value={filters.state ?? ''}
        onChange={(value) => state.setFilter('state', value)}
        chips={[
          { value: '', label: t('any'), count: data ? all : null },
          ...listedStates.map((value) => ({
            value,
            label: tOrder(`state.${value}`),
            count: data ? (data.byState[value] ?? 0) : null,
          })),
        ]}
      />
      <ListTable
        name="orders"
        label={t('nav.orders')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.orders}
        filters={
          <>
            <SearchForm
              label={t('search')}
              first={filters.search ?? ''}
              onSearch={(text) => state.setFilter('search', text)}
            />
            <StateFilters filters={filters} onChange={state.setFilter} />
          </>
        }
        tools={
          <CsvButton
            name="orders"
            call={deskExportEndpoints.deskOrdersExport}
            make={() => exportOrders(filters)}
          />
        }
        none={t(Object.keys(filters).length > 0 ? 'orders.none' : 'orders.empty')}
        keyOf={({ id }) => id}
        selection={{
          chosen: chosen.ids,
          onChange: chosen.choose,
          nameOf: ({ number }) => tTable('choose', { name: number }),
        }}
      >
        <Chosen orders={chosen.rows} onClear={chosen.clear} />
      </ListTable>
    </>
  )
}

/** What can be done with several orders at once. */
function Chosen({ orders, onClear }: { orders: readonly DeskOrder[]; onClear: () => void }) {
  const { t } = useTranslation('desk-table')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const sum = orders.reduce((total, { totals }) => total + totals.grossCents, 0)
  const print = () =>
    run(async () => {
      for (const { id } of orders) {
        const { filename, pdfBase64 } = await fetchPackingSlip(id)
        savePdf(filename, pdfBase64)
      }
      return null
    })
  return (
    <SelectionBar count={orders.length} sum={formatEuro(language, sum)} onClear={onClear}>
      <TaskNotice message={message} />
      <Button onClick={() => void print()} aria-disabled={isBusy || undefined}>
        {t('packingSlips')}
      </Button>
      <CsvButton
        name="orders"
        call={deskExportEndpoints.deskOrdersExport}
        make={() => exportOrders({ ids: orders.map(({ id }) => id) })}
      />
    </SelectionBar>
  )
}

function StateFilters({
  filters,
  onChange,
}: {
  filters: OrderFilters
  onChange: (name: string, value: string) => void
}) {
  const { t } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const any = { value: '', label: t('any') } as const
  return (
    <>
      <SelectField
        label={t('orders.waits')}
        value={filters.waits ?? ''}
        onChange={(value) => onChange('waits', value)}
        options={[any, ...orderWaits.map((value) => ({ value, label: t(`orders.waits.${value}`) }))]}
      />
      <SelectField
        label={tOrder('axis.payment')}
        value={filters.payment ?? ''}
        onChange={(value) => onChange('payment', value)}
        options={[any, ...paymentStates.map((value) => ({ value, label: tOrder(`paymentState.${value}`) }))]}
      />
      <SelectField
        label={tOrder('axis.fulfilment')}
        value={filters.fulfilment ?? ''}
        onChange={(value) => onChange('fulfilment', value)}
        options={[any, ...fulfilmentStates.map((value) => ({ value, label: tOrder(`fulfilment.${value}`) }))]}
      />
    </>
  )
}
