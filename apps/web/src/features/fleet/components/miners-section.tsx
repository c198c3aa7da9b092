import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { isDefaultQuery, isWordSort, type ListQuery, sortedBy } from '../lib/list-query.ts'
import { countFilters } from '../lib/miner-list.ts'
import { useFleet } from './fleet-context.tsx'
import { ListControls } from './list-controls.tsx'
import cardStyles from './miner-card.module.css'
import { MinerCard } from './miner-card.tsx'
import { MinerTable } from './miner-table.tsx'
import styles from './miners-section.module.css'
import { useMinerOrder } from './use-miner-order.ts'

/** Most fleets are small and never need the table's code. */

/** Miners up to which each has a card; above it they are a table. */
const cardsUpTo = 12
/** Miners from which searching and filtering is of use. */
const controlsFrom = 4

/** The miners, problems first: cards for a few, a table for many, with search, filters and order kept in the address by the caller. */
export function MinersSection({
  query,
  onChange,
}: {
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
}) {
  const { t } = useTranslation('fleet')
  const statuses = useFleet((state) => state.statuses)
  const states = useFleet((state) => state.states)
  const total = useFleet((state) => state.ids.length)
  const counts = useMemo(() => countFilters({ statuses, states }), [statuses, states])
  const { ids, resort } = useMinerOrder(query)
  if (total === 0) return null
  return (
    <section className={styles.section} aria-labelledby="miners-title">
      <div className={styles.head}>
        <h2 id="miners-title" className={styles.title}>
          {t('miners.title')}
        </h2>
        {ids.length !== total && (
          <p className={styles.shown}>{t('miners.shown', { shown: ids.length, total })}</p>
        )}
        {!isWordSort(query.sort) && total > cardsUpTo && (
          <Button kind="quiet" onClick={resort}>
            {t('miners.resort')}
          </Button>
        )}
      </div>
      {(total >= controlsFrom || !isDefaultQuery(query)) && (
        <ListControls query={query} counts={counts} onChange={onChange} />
      )}
      {ids.length === 0 ? (
        <div className={styles.none}>
          <p>{t('miners.none')}</p>
          <Button onClick={() => onChange({ search: '', filter: 'all' })}>{t('miners.clear')}</Button>
        </div>
      ) : total <= cardsUpTo ? (
        <div className={cardStyles.cards}>
          {ids.map((id) => (
            <MinerCard key={id} id={id} />
          ))}
        </div>
      ) : (
        <MinerTable ids={ids} query={query} onSort={(sort) => onChange(sortedBy(query, sort))} />
      )}
    </section>
  )
}
