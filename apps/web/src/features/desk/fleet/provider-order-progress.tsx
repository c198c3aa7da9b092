import { type CommandState, CommandStateSchema } from '@shipminer/contract/control'
import {
  type OrderedMiner,
  type ProviderOrderState,
  providerOrderEndpoints,
  providerOrderStates,
  type SkippedMiner,
} from '@shipminer/contract/control/provider-orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { Chips } from '../table/chips.tsx'
import type { Column } from '../table/column.ts'
import { Pager } from '../table/pager.tsx'
import { Table } from '../table/table.tsx'
import own from './fleet.module.css'

const openStates: readonly CommandState[] = [...providerOrderStates.waiting, ...providerOrderStates.sent]
const groups = Object.keys(providerOrderStates) as ProviderOrderState[]
const lookMs = 3_000

/** What the table shows: all that got the order, those in one state, or those that were left out. */
type Shown = '' | ProviderOrderState | 'left-out'

/** How far an order to many miners is, and of each where it is and why. */
export function OrderProgress({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('desk-fleet')
  const { t: tCommon } = useTranslation('common')
  const [shown, setShown] = useState<Shown>('')
  const [page, setPage] = useState(1)
  const found = useQuery({
    queryKey: ['desk', 'fleet', 'progress', orderId, shown, page],
    queryFn: ({ signal }) =>
      callEndpoint(providerOrderEndpoints.deskFleetOrder, {
        params: { id: orderId },
        query: { page, ...(shown === '' ? {} : { state: shown }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || openStates.some((state) => (data.states[state] ?? 0) > 0) ? lookMs : false,
  })
  const { data } = found
  const show = (next: Shown) => {
    setShown(next)
    setPage(1)
  }
  const countOf = (states: readonly CommandState[]) =>
    states.reduce((sum, state) => sum + (data?.states[state] ?? 0), 0)
  const rows = data && [...data.miners, ...data.leftOutMiners]
  const { total = 0, perPage = 1 } = data ?? {}
  const pages = Math.max(1, Math.ceil(total / perPage))
  // Of those that wait there are fewer each time.
  if (data && !found.isPlaceholderData && page > pages) setPage(pages)
  return (
    <section className={styles.section} aria-labelledby="fleet-order">
      <div className={styles.head}>
        <h2 id="fleet-order" className={styles.heading}>
          {t('orders.progress')}
        </h2>
        <Button kind="quiet" onClick={onClose}>
          {tCommon('close')}
        </Button>
      </div>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          <p className="visually-hidden" role="status">
            {CommandStateSchema.options
              .filter((state) => data.states[state] !== undefined)
              .map((state) => `${t(`orders.state.${state}`)}: ${data.states[state]}`)
              .join(', ')}
          </p>
          <Chips
            label={t('filter.health')}
            value={shown}
            onChange={(value) => show(value as Shown)}
            chips={[
              { value: '', label: t('orders.group.all'), count: countOf(CommandStateSchema.options) },
              ...groups.map((value) => ({
                value,
                label: t(`orders.group.${value}`),
                count: countOf(providerOrderStates[value]),
              })),
              ...(data.leftOut === null
                ? []
                : [{ value: 'left-out', label: t('orders.group.skipped'), count: data.leftOut }]),
            ]}
          />
          {data.leftOut === null && <p className={text.quiet}>{t('orders.skippedUnknown')}</p>}
          {rows && rows.length > 0 ? (
            <OrderTable rows={rows} isBusy={found.isPlaceholderData} />
          ) : (
            <p className={text.quiet}>{t('noneFound')}</p>
          )}
          <Pager page={page} perPage={perPage} total={total} onPage={setPage} of={t('orders.progress')} />
        </>
      )}
    </section>
  )
}

function OrderTable({ rows, isBusy }: { rows: readonly (OrderedMiner | SkippedMiner)[]; isBusy: boolean }) {
  const { t } = useTranslation('desk-fleet')
  const columns: Column<OrderedMiner | SkippedMiner>[] = [
    { key: 'miner', title: t('orders.column.miner'), cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'box',
      title: t('orders.column.box'),
      cell: ({ controllerId, controllerName }) => (
        <Link to={paths.deskController(controllerId)}>{controllerName}</Link>
      ),
    },
    {
      key: 'state',
      title: t('filter.health'),
      cell: (row) => ('why' in row ? t('orders.group.skipped') : t(`orders.state.${row.state}`)),
    },
    {
      key: 'reason',
      title: t('orders.column.reason'),
      cell: (row) => {
        if ('why' in row) return t(`orders.why.${row.why}`)
        if (row.reason === null) return null
        return t(`orders.reason.${row.reason}` as 'orders.reason.unreachable', { defaultValue: row.reason })
      },
    },
  ]
  return (
    <div className={own.ordered}>
      <Table
        name="fleet-order"
        label={t('orders.progress')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isBusy={isBusy}
      />
    </div>
  )
}
