import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { isWordSort, type ListQuery, type MinerSort } from '../lib/list-query.ts'
import { type RowState, unmeasured } from '../lib/row-state.ts'
import { useFleet } from './fleet-context.tsx'
import { MinerRow } from './miner-row.tsx'
import styles from './miner-rows.module.css'
import { RowsFoot } from './rows-foot.tsx'

/** Height of a row in px, fixed so that ten thousand of them need no measuring. */
const rowHeight = 49
/** Rows up to which all are in the page. */
const virtualAbove = 200

export type Selection = {
  chosen: ReadonlySet<string>
  toggle: (id: string) => void
  set: (ids: readonly string[]) => void
}

const columns = ['status', 'name', 'hashrate', 'power', 'temperature', 'efficiency', 'earnings'] as const

/** The miners as rows, problems first; the foot adds them up. Above a few hundred only the rows in view exist. */
export function MinerRows({
  ids,
  query,
  states,
  share,
  selection,
  onSort,
}: {
  ids: readonly string[]
  query: ListQuery
  states: ReadonlyMap<string, RowState>
  /** The owner's part of what is mined. */
  share: number
  selection: Selection
  onSort: (sort: MinerSort) => void
}) {
  const { t } = useTranslation('fleet')
  const { t: tOverview } = useTranslation('overview')
  const scroller = useRef<HTMLElement>(null)
  const severalShips = useFleet(({ controllers }) => controllers.length > 1)
  const isVirtual = ids.length > virtualAbove
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    enabled: isVirtual,
  })
  const items = isVirtual ? virtualizer.getVirtualItems() : []
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const shown = isVirtual ? ids.slice(first, last + 1) : ids
  const width = columns.length + 2
  const isAllChosen = ids.length > 0 && ids.every((id) => selection.chosen.has(id))
  return (
    <ScrollRegion
      ref={scroller}
      label={t('miners.table')}
      className={isVirtual ? `${styles.scroller} ${styles.tall}` : styles.scroller}
    >
      <table className={styles.table} aria-rowcount={ids.length + 2}>
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
          {first > 0 && <Filler rows={first} width={width} />}
          {shown.map((id, index) => {
            return (
              <MinerRow
                key={id}
                id={id}
                rowIndex={first + index + 2}
                state={states.get(id) ?? unmeasured}
                share={share}
                severalShips={severalShips}
                isChosen={selection.chosen.has(id)}
                onToggle={selection.toggle}
              />
            )
          })}
          {isVirtual && last < ids.length - 1 && <Filler rows={ids.length - 1 - last} width={width} />}
        </tbody>
        <RowsFoot ids={ids} share={share} />
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

function Filler({ rows, width }: { rows: number; width: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused; it only holds the height of those left out
    <tr aria-hidden="true">
      <td
        className={styles.filler}
        colSpan={width}
        ref={(cell) => cell?.style.setProperty('height', `${rows * rowHeight}px`)}
      />
    </tr>
  )
}
