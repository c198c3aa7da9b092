import { useSearchParams } from '../../../lib/use-search-params.ts'
import { withFilter } from '../lib/orders/order-filters.ts'
import type { Sort } from './table.tsx'

/** Where a list begins that is paged by key: after a row, or before one of the page behind. */
export type Position = { after: number } | { before: number }

function readPosition(read: (name: string) => string | null): Position | null {
  const keyOf = (name: string) => {
    const key = Number(read(name) || Number.NaN)
    return Number.isSafeInteger(key) && key >= 0 && key < 2 ** 31 ? key : null
  }
  const [after, before] = [keyOf('after'), keyOf('before')]
  if (after !== null) return { after }
  return before === null ? null : { before }
}

/**
 * What a list shows, kept in the address: its sorting, its page and its filters. A change of any but the page goes back to the first page.
 * `prefix`: of its names in the address, where a page has several lists.
 */
export function useTableState(first: Sort, sortable: readonly string[], prefix = '') {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(prefix + name)
  const by = sortable.find((one) => one === read('sort'))
  const sort: Sort = by === undefined ? first : { by, isAscending: read('direction') === 'ascending' }
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(read('page'))) || 1))
  const change = (values: Record<string, string>) =>
    setParams(
      (known) =>
        Object.entries({ page: '', after: '', before: '', ...values }).reduce(
          (next, [name, value]) => withFilter(next, prefix + name, value),
          known,
        ),
      { replace: true },
    )
  return {
    params,
    sort,
    page,
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setFilters: change,
    setSort: ({ by: column, isAscending }: Sort) =>
      change({ sort: column, direction: isAscending ? 'ascending' : 'descending' }),
    setPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
    /** Of a list that is paged by key instead. Null: at its beginning. */
    position: readPosition(read),
    setPosition: (next: Position) =>
      change(Object.fromEntries(Object.entries(next).map(([name, key]) => [name, String(key)]))),
  }
}
