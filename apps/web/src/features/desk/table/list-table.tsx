import type { ReactNode } from 'react'
import text from '../../../ui/text.module.css'
import { type Asked, NothingYet } from '../components/nothing-yet.tsx'
import { PagedTable } from './paged-table.tsx'
import type { TableProps } from './table.tsx'
import type { useTableState } from './use-table-state.ts'

/**
 * What a page lists: what narrows it down, then why there is nothing yet, that there is nothing (`none` says so), or a page of its rows with
 * what can be done with those that are chosen (`children`), and the way to the pages beside.
 */
export function ListTable<Row>({
  found,
  state,
  rows,
  none,
  children,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'sort' | 'onSort' | 'isBusy' | 'none'> & {
  found: Asked & { data: { perPage: number; total: number } | undefined }
  state: ReturnType<typeof useTableState>
  /** Undefined until they came. */
  rows: readonly Row[] | undefined
  none: string
  children?: ReactNode
}) {
  const { data, isFetching } = found
  return (
    <PagedTable
      {...table}
      rows={rows ?? []}
      state={state}
      perPage={data?.perPage ?? 1}
      total={data?.total ?? 0}
      isBusy={isFetching}
      none={data ? data.total === 0 && <p className={text.quiet}>{none}</p> : <NothingYet query={found} />}
    >
      {children}
    </PagedTable>
  )
}
