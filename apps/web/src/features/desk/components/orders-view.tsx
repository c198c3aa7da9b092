import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorState } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { ordersQuery } from '../api/desk.ts'
import {
  fulfilmentStates,
  type OrderFilters,
  orderStates,
  paymentStates,
  readOrderFilters,
  withFilter,
} from '../lib/order-filters.ts'
import styles from './desk.module.css'
import { MoreButton } from './more-button.tsx'
import { OrderRow } from './order-row.tsx'

/** All orders, searched and filtered; the choice is kept in the address. */
export function OrdersView() {
  const { t } = useTranslation('desk')
  const { t: tOrder } = useTranslation('order')
  const errorText = useErrorText()
  const [params, setParams] = useSearchParams()
  const filters = readOrderFilters(params)
  const [count, setCount] = useState(1)
  const found = useQuery(ordersQuery(filters, count))
  const choose = (name: keyof OrderFilters) => (value: string) =>
    setParams(withFilter(params, name, value), { replace: true })
  const any = { value: '', label: t('any') } as const
  const orders = found.data?.flatMap((page) => page.orders)
  return (
    <>
      <h1 className={styles.heading}>{t('nav.orders')}</h1>
      <div className={styles.filters}>
        <SearchForm key={filters.search ?? ''} first={filters.search ?? ''} onSearch={choose('search')} />
        <SelectField
          label={tOrder('axis.order')}
          value={filters.state ?? ''}
          onChange={choose('state')}
          options={[any, ...orderStates.map((value) => ({ value, label: tOrder(`state.${value}`) }))]}
        />
        <SelectField
          label={tOrder('axis.payment')}
          value={filters.payment ?? ''}
          onChange={choose('payment')}
          options={[
            any,
            ...paymentStates.map((value) => ({ value, label: tOrder(`paymentState.${value}`) })),
          ]}
        />
        <SelectField
          label={tOrder('axis.fulfilment')}
          value={filters.fulfilment ?? ''}
          onChange={choose('fulfilment')}
          options={[
            any,
            ...fulfilmentStates.map((value) => ({ value, label: tOrder(`fulfilment.${value}`) })),
          ]}
        />
      </div>
      {found.isPending && <Loading />}
      {found.isError && !orders && (
        <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {orders?.length === 0 && <p className={styles.quiet}>{t('orders.none')}</p>}
      {orders && orders.length > 0 && (
        <ul className={styles.list}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}

function SearchForm({ first, onSearch }: { first: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('desk')
  const [text, setText] = useState(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text)
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label={t('search')}
          type="search"
          value={text}
          onChange={setText}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit">{t('searchSubmit')}</Button>
      </form>
    </search>
  )
}
