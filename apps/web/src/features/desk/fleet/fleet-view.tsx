import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import own from './fleet.module.css'
import { readFleetFilters, withFleetFilters } from './fleet-filters.ts'
import { useFleetOrders } from './fleet-orders.tsx'
import { fleetMinersQuery, fleetQuery } from './fleet-queries.ts'
import { FleetRow } from './fleet-row.tsx'
import { FleetSearch } from './fleet-search.tsx'
import { FleetTotalsPart } from './fleet-totals.tsx'
import { FleetVersions } from './fleet-versions.tsx'

/** Every miner of every owner; the choice is kept in the address. */
export function FleetView() {
  const { t } = useTranslation('desk-fleet')
  const { t: tDesk } = useTranslation('desk')
  const [params, setParams] = useSearchParams()
  const totals = useQuery(fleetQuery)
  const filters = readFleetFilters(params, totals.data?.alertKinds.map(({ kind }) => kind) ?? [])
  const [count, setCount] = useState(1)
  const found = useQuery({ ...fleetMinersQuery(filters, count), enabled: totals.data !== undefined })
  const miners = found.data?.flatMap(({ miners, clockOffsetMs }) =>
    miners.map((miner) => ({ miner, clockOffsetMs })),
  )
  const isNarrowed = Object.keys(filters).length > 0
  const orders = useFleetOrders(filters, miners?.map(({ miner }) => miner.id) ?? [])
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      <p className={text.quiet}>{t('privacy')}</p>
      {!totals.data && <NothingYet query={totals} />}
      {totals.data && (
        <>
          <FleetTotalsPart totals={totals.data} />
          <FleetVersions totals={totals.data} />
          <FleetSearch
            key={filters.search ?? ''}
            filters={filters}
            totals={totals.data}
            onChange={(change) => {
              setCount(1)
              setParams((known) => withFleetFilters(known, change), { replace: true })
            }}
          />
          {isNarrowed && (
            <div className={styles.bar}>
              {filters.controller && (
                <span>
                  {t('onController')} <span className={styles.mono}>{filters.controller}</span>
                </span>
              )}
              <Button
                kind="quiet"
                onClick={() =>
                  setParams(
                    (known) =>
                      withFleetFilters(known, {
                        search: '',
                        health: '',
                        alert: '',
                        make: '',
                        model: '',
                        firmware: '',
                        controller: '',
                      }),
                    { replace: true },
                  )
                }
              >
                {tDesk('clearFilters')}
              </Button>
            </div>
          )}
          {orders.bar(miners?.length ?? 0)}
          {!miners && <NothingYet query={found} />}
          {miners?.length === 0 && <p className={text.quiet}>{t(isNarrowed ? 'noneFound' : 'none')}</p>}
          {miners && miners.length > 0 && (
            <ul className={own.miners} aria-label={t('totals.miners')}>
              {miners.map((one) => (
                <FleetRow key={one.miner.id} {...one} choice={orders.choiceOf(one.miner.id)} />
              ))}
            </ul>
          )}
          <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
        </>
      )}
    </>
  )
}
