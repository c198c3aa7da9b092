import type { ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { Table, type TableProps } from './table.tsx'
import type { useTableState } from './use-table-state.ts'

/** A page of a list in the order that its address says, and the way to the pages beside. `of`: which list, where a page has several. */
export function PagedTable<Row>({
  state,
  perPage,
  total,
  of,
  children,
  ...table
}: Omit<TableProps<Row>, 'sort' | 'onSort'> & {
  state: ReturnType<typeof useTableState>
  perPage: number
  total: number
  of?: string
  /** What can be done with those that are chosen. */
  children?: ReactNode
}) {
  return (
    <>
      <Table {...table} sort={state.sort} onSort={state.setSort} />
      {children}
      <Pager page={state.page} perPage={perPage} total={total} onPage={state.setPage} of={of} />
    </>
  )
}
