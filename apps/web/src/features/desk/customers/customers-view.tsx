import { type DeskCustomer, deskCustomerSorts } from '@shipminer/contract/desk/customers'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { exportCustomers } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import table from '../table/table.module.css'
import { useTableState } from '../table/use-table-state.ts'
import { customersQuery } from './customer-queries.ts'

const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Everyone with an account. */
export function CustomersView() {
  const { t } = useTranslation('desk')
  const { t: tOwn } = useTranslation('desk-customer')
  const state = useTableState(newestFirst, deskCustomerSorts)
  const { search } = state
  const found = useQuery(customersQuery({ ...state.query, ...(search && { search }) }))
  const columns = useColumns()
  const { data } = found
  return (
    <>
      <h1 className={styles.heading}>{t('nav.customers')}</h1>
      <ListTable
        name="customers"
        label={t('nav.customers')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.customers}
        filters={
          <SearchForm
            label={tOwn('search')}
            first={search ?? ''}
            onSearch={(wanted) => state.setFilter('search', wanted)}
          />
        }
        tools={
          <CsvButton
            name="customers"
            call={deskExportEndpoints.deskCustomersExport}
            make={() => exportCustomers(search)}
          />
        }
        none={tOwn('none')}
        keyOf={({ id }) => id}
      />
    </>
  )
}

function useColumns(): Column<DeskCustomer>[] {
  const { t } = useTranslation('desk-customer')
  const { t: tDesk } = useTranslation('desk')
  const language = useLanguage()
  const number = (title: string, of: (customer: DeskCustomer) => number, isWideOnly = true) => ({
    title,
    isEnd: true,
    isWideOnly,
    cell: (customer: DeskCustomer) => formatNumber(language, of(customer)),
  })
  return [
    {
      key: 'name',
      title: t('name'),
      isSortable: true,
      cell: ({ id, name, company }) => (
        <>
          <Link to={paths.deskCustomer(id)} data-row>
            {name}
          </Link>
          {company && <span className={table.second}>{company}</span>}
        </>
      ),
    },
    { key: 'email', title: tDesk('leads.email'), isWideOnly: true, cell: ({ email }) => email ?? '—' },
    { key: 'ships', ...number(t('ships'), ({ ships }) => ships) },
    { key: 'controllers', ...number(tDesk('nav.controllers'), ({ controllers }) => controllers) },
    { key: 'orders', ...number(tDesk('nav.orders'), ({ orders }) => orders) },
    {
      key: 'createdAt',
      title: t('since'),
      isSortable: true,
      isEnd: true,
      cell: ({ createdAt }) => formatDay(language, createdAt),
    },
  ]
}
