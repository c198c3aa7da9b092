import type { DeskMiner } from '@shipminer/contract/desk/fleet'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { KeyPager } from '../table/key-pager.tsx'
import { Table } from '../table/table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import own from './fleet.module.css'
import { readFleetFilters } from './fleet-filters.ts'
import { useFleetOrders } from './fleet-orders.tsx'
import { exportFleet, fleetMinersQuery, fleetQuery } from './fleet-queries.ts'
import { FleetSearch } from './fleet-search.tsx'
import { FleetTotalsPart } from './fleet-totals.tsx'
import { FleetVersions } from './fleet-versions.tsx'
import { useFleetColumns } from './use-fleet-columns.tsx'

const oldestFirst = { by: 'knownSince', isAscending: true }
const noFilters = { search: '', health: '', alert: '', make: '', model: '', firmware: '', controller: '' }

/** Every miner of every owner, a page at a time; the choice is kept in the address. */
export function FleetView() {
  const { t } = useTranslation('desk-fleet')
  const { t: tDesk } = useTranslation('desk')
  const totals = useQuery(fleetQuery)
  const state = useTableState(oldestFirst, ['knownSince'])
  const filters = readFleetFilters(state.params, totals.data?.alertKinds.map(({ kind }) => kind) ?? [])
  // Those of one health are found from the oldest on: the other way they may be far apart.
  const isSortable = filters.health === undefined
  const sort = isSortable ? state.sort : oldestFirst
  const direction = sort.isAscending ? 'ascending' : 'descending'
  const found = useQuery({
    ...fleetMinersQuery({ ...filters, ...state.position, direction }),
    enabled: totals.data !== undefined,
  })
  const miners = found.data?.miners
  const columns = useFleetColumns(found.data?.clockOffsetMs ?? 0, isSortable)
  const isNarrowed = Object.keys(filters).length > 0
  const orders = useFleetOrders(filters, miners?.map(({ id }) => id) ?? [])
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      <p className={text.quiet}>{t('privacy')}</p>
      {!totals.data && <NothingYet query={totals} />}
      {totals.data && (
        <>
          <FleetTotalsPart totals={totals.data} />
          <FleetVersions totals={totals.data} />
          <FleetSearch filters={filters} totals={totals.data} onChange={state.setFilters} />
          {isNarrowed && (
            <div className={styles.bar}>
              {filters.controller && (
                <span>
                  {t('onController')} <span className={styles.mono}>{filters.controller}</span>
                </span>
              )}
              <Button kind="quiet" onClick={() => state.setFilters(noFilters)}>
                {tDesk('clearFilters')}
              </Button>
            </div>
          )}
          {orders.bar(miners?.length ?? 0)}
          <div className={`${own.list} ${orders.selection ? own.chooses : ''}`}>
            <Table
              name="fleet"
              label={t('totals.miners')}
              columns={columns}
              rows={miners ?? []}
              keyOf={({ id }) => id}
              sort={sort}
              onSort={state.setSort}
              isBusy={found.isPlaceholderData}
              {...(orders.selection && {
                selection: { ...orders.selection, nameOf: ({ name }: DeskMiner) => name },
              })}
              tools={
                <CsvButton
                  name="miners"
                  call={deskExportEndpoints.deskFleetExport}
                  make={() => exportFleet(filters)}
                />
              }
              none={
                miners ? (
                  <p className={text.quiet}>{t(isNarrowed ? 'noneFound' : 'none')}</p>
                ) : (
                  <NothingYet query={found} />
                )
              }
            />
          </div>
          {found.data && (
            <KeyPager previous={found.data.previous} next={found.data.next} onPosition={state.setPosition} />
          )}
        </>
      )}
    </>
  )
}
