import type { IntentForStaff } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { exportPayments } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { withFilter } from '../lib/orders/order-filters.ts'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { PagedTable } from '../table/paged-table.tsx'
import table from '../table/table.module.css'
import type { useTableState } from '../table/use-table-state.ts'
import { PaymentCard } from './payment-card.tsx'

/** Coin payments that need a person, a page at a time; `?payment=` in the address opens one, and the only one is open at once. */
export function PaymentsInDoubt({
  state,
  exceptions,
  perPage,
  total,
  isBusy,
}: {
  state: ReturnType<typeof useTableState>
  exceptions: readonly IntentForStaff[]
  perPage: number
  total: number
  isBusy: boolean
}) {
  const { t } = useTranslation('desk')
  const columns = usePaymentColumns(state.params)
  const wanted = state.params.get('payment')
  const open = exceptions.find(({ id }) => id === wanted) ?? (total === 1 ? exceptions[0] : undefined)
  return (
    <section className={styles.section} aria-labelledby="desk-exceptions">
      <h2 id="desk-exceptions" className={styles.heading}>
        {t('payments.exceptions')}
      </h2>
      {total === 0 && <p className={text.quiet}>{t('payments.none')}</p>}
      {open && <PaymentCard key={open.id} intent={open} isWanted={open.id === wanted} />}
      {total > 0 && (
        <PagedTable
          name="payments"
          label={t('payments.exceptions')}
          columns={columns}
          rows={total > 1 ? exceptions : []}
          keyOf={({ id }) => id}
          state={state}
          perPage={perPage}
          total={total}
          of={t('payments.exceptions')}
          isBusy={isBusy}
          tools={
            <CsvButton name="payments" call={deskExportEndpoints.deskPaymentsExport} make={exportPayments} />
          }
        />
      )}
    </section>
  )
}

function usePaymentColumns(params: URLSearchParams): Column<IntentForStaff>[] {
  const { t } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const language = useLanguage()
  return [
    {
      key: 'number',
      title: tTable('order.number'),
      isSortable: true,
      cell: ({ id, orderNumber }) => (
        <Link
          to={`${paths.deskPayments}?${withFilter(params, 'payment', id)}`}
          className={table.whole}
          replace
          data-row
        >
          {orderNumber}
        </Link>
      ),
    },
    {
      key: 'amount',
      title: t('payments.value'),
      isSortable: true,
      isEnd: true,
      cell: ({ amountEurCents }) => formatEuro(language, amountEurCents),
    },
    {
      key: 'state',
      title: t('payments.state'),
      cell: ({ status, exceptions, unbooked }) => (
        <>
          {t(`status.${status}`)}
          <span className={table.second}>
            {[
              ...exceptions.map((exception) => t(`exception.${exception}`)),
              ...(unbooked === null ? [] : [t(`unbooked.${unbooked}`)]),
            ].join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'received',
      title: t('payments.received'),
      isEnd: true,
      isWideOnly: true,
      cell: ({ amountReceived, amountDue, asset }) => (
        <>
          {amountReceived} {asset}
          <span className={table.second}>
            {t('payments.due')}: {amountDue} {asset}
          </span>
        </>
      ),
    },
    {
      key: 'network',
      title: t('payments.network'),
      isWidestOnly: true,
      isWideOnly: true,
      cell: ({ network }) => network.name,
    },
    {
      key: 'createdAt',
      title: t('payments.createdAt'),
      isSortable: true,
      isEnd: true,
      cell: ({ createdAt }) => formatDateTime(language, Date.parse(createdAt)),
    },
  ]
}
