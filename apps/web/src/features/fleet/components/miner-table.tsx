import type { Language } from '@shipminer/i18n/languages'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { TFunction } from 'i18next'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import {
  durationPart,
  formatEuro,
  formatHashrate,
  formatNumber,
  formatPower,
  formatSat,
  formatTemperature,
  joinQuantity,
  type Quantity,
} from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { isWordSort, type ListQuery, type MinerSort, minerSorts } from '../lib/list-query.ts'
import { FleetAge } from './fleet-age.tsx'
import { useFleet } from './fleet-context.tsx'
import { MinerBadge } from './miner-badge.tsx'
import styles from './miner-table.module.css'

/** Height of a row in px, fixed so that ten thousand of them need no measuring. */
const rowHeight = 44
/** Rows up to which all are in the page. */
const virtualAbove = 200

/** Columns in order; the name stays in view when the table is scrolled sideways. The ship is shown where there are several. */
function columnsOf(severalShips: boolean): readonly MinerSort[] {
  const others = minerSorts.filter((sort) => sort !== 'name' && (severalShips || sort !== 'controller'))
  return ['name', ...others]
}

/** Many miners as a dense table. Above a few hundred only the rows in view exist; the table still states how many there are. */
export function MinerTable({
  ids,
  query,
  onSort,
}: {
  ids: readonly string[]
  query: ListQuery
  onSort: (sort: MinerSort) => void
}) {
  const { t } = useTranslation('fleet')
  const scroller = useRef<HTMLElement>(null)
  const severalShips = useFleet(({ controllers }) => controllers.length > 1)
  const columns = columnsOf(severalShips)
  const virtual = ids.length > virtualAbove
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    enabled: virtual,
  })
  const items = virtual ? virtualizer.getVirtualItems() : []
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const shown = virtual ? ids.slice(first, last + 1) : ids
  return (
    <ScrollRegion ref={scroller} label={t('miners.table')} className={styles.scroller}>
      <table className={styles.table} aria-rowcount={ids.length + 1}>
        <caption className="visually-hidden">{t('miners.table')}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column} className={styles[column]} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading key={column} column={column} query={query} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Filler rows={first} columns={columns.length} />}
          {shown.map((id, index) => (
            <MinerRow key={id} id={id} rowIndex={first + index + 2} severalShips={severalShips} />
          ))}
          {virtual && last < ids.length - 1 && (
            <Filler rows={ids.length - 1 - last} columns={columns.length} />
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Heading({
  column,
  query,
  onSort,
}: {
  column: MinerSort
  query: ListQuery
  onSort: (sort: MinerSort) => void
}) {
  const { t } = useTranslation('fleet')
  const sorted = query.sort === column
  return (
    <th
      scope="col"
      className={isWordSort(column) ? styles.word : undefined}
      aria-sort={sorted ? query.direction : 'none'}
    >
      <button type="button" onClick={() => onSort(column)}>
        {t(`field.${fieldOf(column)}`)}
        <svg viewBox="0 0 10 10" aria-hidden="true" data-direction={sorted ? query.direction : 'none'}>
          <path d="M1 7l4-5 4 5z" fill="currentColor" />
        </svg>
      </button>
    </th>
  )
}

function fieldOf(column: MinerSort) {
  return column === 'address' ? 'ipAddress' : column
}

function Filler({ rows, columns }: { rows: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused; it only holds the height of those left out
    <tr aria-hidden="true">
      <td
        className={styles.filler}
        colSpan={columns}
        ref={(cell) => cell?.style.setProperty('height', `${rows * rowHeight}px`)}
      />
    </tr>
  )
}

/** A row formats its figures itself: a component for each of twelve cells would be felt while scrolling through thousands of rows. */
const MinerRow = memo(function MinerRow({
  id,
  rowIndex,
  severalShips,
}: {
  id: string
  rowIndex: number
  severalShips: boolean
}) {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const miner = useFleet(({ miners }) => miners.get(id))
  const fresh = useFleet(({ statuses }) => statuses.get(id) === 'online')
  if (!miner) return null
  const { earningsToday, acceptedShares, rejectedShares } = miner
  const nothing = (
    <span className={styles.nothing}>
      <span aria-hidden="true">{tCommon('noDataShort')}</span>
      <span className="visually-hidden">{tCommon('noData')}</span>
    </span>
  )
  const figure = (value: number | null, format: (language: Language, value: number) => Quantity) =>
    value === null ? nothing : joinQuantity(format(language, value))
  return (
    <tr aria-rowindex={rowIndex} data-fresh={fresh}>
      <th scope="row" className={styles.word}>
        <Link to={paths.miner(id)} title={miner.name}>
          {miner.name}
        </Link>
      </th>
      <td className={styles.word}>
        <MinerBadge id={id} />
      </td>
      <td>
        <FleetAge at={miner.sampledAt} dense />
      </td>
      <td>{figure(miner.hashrateThs, formatHashrate)}</td>
      <td>{figure(miner.temperatureC, formatTemperature)}</td>
      <td>{figure(miner.powerWatts, formatPower)}</td>
      <td>
        {miner.solo === true
          ? t('money.soloShort')
          : earningsToday === null
            ? nothing
            : earningsToday.cents === null
              ? joinQuantity(formatSat(language, earningsToday.sat))
              : formatEuro(language, earningsToday.cents)}
      </td>
      <td>{miner.uptimeSeconds === null ? nothing : durationWords(tCommon, miner.uptimeSeconds)}</td>
      <td
        title={
          acceptedShares === null || rejectedShares === null
            ? undefined
            : t('sharesOf', { accepted: acceptedShares, rejected: rejectedShares })
        }
      >
        {acceptedShares === null ? nothing : formatNumber(language, acceptedShares)}
      </td>
      <td>{formatNumber(language, miner.alertCount)}</td>
      {severalShips && (
        <td className={styles.word} title={miner.controllerName}>
          {miner.controllerName}
        </td>
      )}
      <td className={styles.word} title={miner.model ?? undefined}>
        {miner.model ?? nothing}
      </td>
      <td className={`${styles.word} ${styles.mono}`}>{miner.ipAddress ?? nothing}</td>
    </tr>
  )
})

function durationWords(t: TFunction, durationSeconds: number): string {
  const { unit, ...parts } = durationPart(durationSeconds)
  return t(`duration.${unit}`, parts)
}
