import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/forms/select.tsx'
import type { Column } from './column.ts'
import { ColumnMenu, useColumnChoice } from './column-menu.tsx'
import styles from './table.module.css'

export type Sort = { by: string; isAscending: boolean }
type Selection<Row> = {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** What a row is called, for the box that chooses it. */
  nameOf: (row: Row) => string
}

export type TableProps<Row> = {
  /** What the choice of its columns is kept under. */
  name: string
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection<Row>
  isBusy?: boolean
  /** What the rows are narrowed down by; it stays while there are none. */
  filters?: ReactNode
  /** What can be done with the whole list, beside the choice of its columns. */
  tools?: ReactNode
  /** What stands in its place while there are no rows. */
  none?: ReactNode
}

/** The one table of the desk: heads that sort (on a phone a field does), rows that can be chosen, two-line rows on a phone. Its rows come a page at a time. */
export function Table<Row>({
  name,
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selection,
  isBusy = false,
  filters,
  tools,
  none,
}: TableProps<Row>) {
  const { shown, choice, change } = useColumnChoice(name, columns)
  const hasRows = rows.length > 0
  if (!hasRows && !filters && !tools && !none) return null
  return (
    <div className={styles.frame}>
      <div className={styles.filters}>
        {filters}
        <div className={styles.tools}>
          {hasRows && sort && onSort && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
          {tools}
          {hasRows && <ColumnMenu columns={columns} choice={choice} onChange={change} />}
        </div>
      </div>
      {!hasRows && none}
      {hasRows && (
        <div className={styles.rows}>
          <table className={styles.table} aria-label={label} aria-busy={isBusy || undefined}>
            <thead>
              <tr>
                {selection && <ChooseAll rows={rows} keyOf={keyOf} selection={selection} />}
                {shown.map((column) => (
                  <Head key={column.key} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <BodyRow
                  key={keyOf(row)}
                  row={row}
                  rowKey={keyOf(row)}
                  columns={shown}
                  selection={selection}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function BodyRow<Row>({
  row,
  rowKey,
  columns,
  selection,
}: {
  row: Row
  rowKey: string
  columns: readonly Column<Row>[]
  selection: Selection<Row> | undefined
}) {
  return (
    <tr data-chosen={selection?.chosen.has(rowKey)}>
      {selection && (
        <td className={styles.choose}>
          <Box
            label={selection.nameOf(row)}
            isChosen={selection.chosen.has(rowKey)}
            onChange={(isOn) => selection.onChange(toggleKeys(selection.chosen, [rowKey], isOn))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-column={column.key} className={classOf(column)}>
          {column.isNamed && <span className={styles.named}>{column.title} </span>}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

const classOf = <Row,>({ isEnd, isWideOnly, isWidestOnly }: Column<Row>) =>
  [isEnd && styles.end, isWideOnly && styles.wideOnly, isWidestOnly && styles.widestOnly]
    .filter(Boolean)
    .join(' ') || undefined

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const isHere = sort?.by === column.key
  const direction = isHere ? (sort.isAscending ? 'ascending' : 'descending') : undefined
  return (
    <th scope="col" className={classOf(column)} aria-sort={direction}>
      {column.isSortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ by: column.key, isAscending: isHere ? !sort.isAscending : false })}
        >
          {column.title}
          {isHere && (
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <path d={sort.isAscending ? 'M0 8l5-6 5 6z' : 'M0 2l5 6 5-6z'} fill="currentColor" />
            </svg>
          )}
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

/** On a phone, where a table has no heads: the same orders in one field. */
function SortChoice<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const { t } = useTranslation('desk-table')
  const sortable = columns.filter(({ isSortable }) => isSortable)
  const [first] = sortable
  if (!first) return null
  const now = sortable.some(({ key }) => key === sort.by) ? sort.by : first.key
  return (
    <div className={styles.sort}>
      <SelectField
        label={t('sort')}
        value={`${now} ${sort.isAscending}`}
        onChange={(value) => {
          const [by = now, isAscending] = value.split(' ')
          onSort({ by, isAscending: isAscending === 'true' })
        }}
        options={sortable.flatMap(({ key, title }) =>
          [false, true].map((isAscending) => ({
            value: `${key} ${isAscending}`,
            label: t(isAscending ? 'sort.ascending' : 'sort.descending', { column: title }),
          })),
        )}
      />
    </div>
  )
}

function ChooseAll<Row>({
  rows,
  keyOf,
  selection,
}: {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  selection: Selection<Row>
}) {
  const { t } = useTranslation('desk-table')
  const keys = rows.map(keyOf)
  return (
    <td className={styles.choose}>
      <Box
        label={t('chooseAll')}
        isChosen={keys.length > 0 && keys.every((key) => selection.chosen.has(key))}
        onChange={(isOn) => selection.onChange(toggleKeys(selection.chosen, keys, isOn))}
      />
    </td>
  )
}

function Box({
  label,
  isChosen,
  onChange,
}: {
  label: string
  isChosen: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className={styles.box}>
      <span className="visually-hidden">{label}</span>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}

function toggleKeys(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  isOn: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const key of keys) {
    if (isOn) next.add(key)
    else next.delete(key)
  }
  return next
}
