import type { RowSums } from '@shipminer/domain/add-up'
import type { ListQuery, MinerSort } from '@shipminer/domain/fleet/miner-list'
import { useTranslation } from 'react-i18next'
import { useSaver } from '../../../lib/files/saver.ts'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { useFleet } from '../components/fleet-context.tsx'
import { isWordSort } from '../lib/list/list-query.ts'
import { type RowState, unmeasured } from '../lib/list/row-state.ts'
import { MinerRow } from './miner-row.tsx'
import styles from './miner-rows.module.css'
import { RowsFoot } from './rows-foot.tsx'

export type Selection = {
  chosen: ReadonlySet<string>
  toggle: (id: string) => void
  set: (ids: readonly string[]) => void
  /** All that match are chosen, also those on other pages. */
  isAllMatching: boolean
  chooseMatching: () => void
}

const columns = ['status', 'name', 'hashrate', 'power', 'temperature', 'efficiency', 'earnings'] as const

/** The miners as rows, problems first; the foot adds up all that match. */
export function MinerRows({
  ids,
  query,
  states,
  share,
  selection,
  foot,
  onSort,
}: {
  ids: readonly string[]
  query: ListQuery
  states: ReadonlyMap<string, RowState>
  /** The owner's part of what is mined. */
  share: number
  selection: Selection
  /** How many there are with those on other pages, and what all come to. */
  foot: { count: number; sums: RowSums }
  onSort: (sort: MinerSort) => void
}) {
  const { t } = useTranslation('fleet')
  const { t: tOverview } = useTranslation('overview')
  // Of a large fleet the next page takes the rows of this one: that is half the work of making new ones.
  const isPage = useFleet(({ part }) => part !== null)
  const severalShips = useFleet(({ controllers }) => controllers.length > 1)
  const isAllChosen =
    selection.isAllMatching || (ids.length > 0 && ids.every((id) => selection.chosen.has(id)))
  return (
    <ScrollRegion label={t('miners.table')} className={styles.scroller}>
      <table className={styles.table} data-spared={useSaver()} aria-rowcount={foot.count + 2}>
        <caption className="visually-hidden">{t('miners.table')}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.pick}>
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={isAllChosen}
                  onChange={() => selection.set(isAllChosen ? [] : ids)}
                />
                <span className="visually-hidden">{tOverview('select.all')}</span>
              </label>
            </th>
            {columns.map((column) => (
              <Heading key={column} column={column} query={query} onSort={onSort} />
            ))}
            <th scope="col" className={`${styles.trendHead} ${styles.wide}`}>
              {tOverview('col.trend')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id, index) => {
            return (
              <MinerRow
                key={isPage ? index : id}
                id={id}
                rowIndex={index + 2}
                state={states.get(id) ?? unmeasured}
                share={share}
                severalShips={severalShips}
                isChosen={selection.isAllMatching || selection.chosen.has(id)}
                onToggle={selection.toggle}
              />
            )
          })}
        </tbody>
        <RowsFoot {...foot} />
      </table>
    </ScrollRegion>
  )
}

function Heading({
  column,
  query,
  onSort,
}: {
  column: (typeof columns)[number]
  query: ListQuery
  onSort: (sort: MinerSort) => void
}) {
  const { t } = useTranslation('overview')
  const isSorted = query.sort === column
  return (
    <th
      scope="col"
      className={isWordSort(column) ? undefined : styles.figure}
      aria-sort={isSorted ? query.direction : 'none'}
    >
      <button type="button" onClick={() => onSort(column)}>
        {t(
          column === 'status' && isSorted && query.direction === 'ascending'
            ? 'col.problems'
            : `col.${column}`,
        )}
        <svg viewBox="0 0 10 10" aria-hidden="true" data-direction={isSorted ? query.direction : 'none'}>
          <path d="M1 3l4 5 4-5z" fill="currentColor" />
        </svg>
      </button>
    </th>
  )
}
