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

const directionOf = ({ isAscending }: Sort): 'ascending' | 'descending' =>
  isAscending ? 'ascending' : 'descending'

/**
 * What a list shows, kept in the address: its sorting, its page and its filters. A change of any but the page goes back to the first page.
 * `prefix`: of its names in the address, where a page has several lists.
 */
export function useTableState<By extends string>(
  first: Sort & { by: By },
  sortable: readonly By[],
  prefix = '',
) {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(prefix + name)
  const by = sortable.find((one) => one === read('sort'))
  const sort = by === undefined ? first : { by, isAscending: read('direction') === 'ascending' }
  const direction = directionOf(sort)
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
    /** What is asked of the server: one page in this order. */
    query: { sort: sort.by, direction, page },
    /** What the list is searched for; undefined: nothing. */
    search: read('search')?.trim().slice(0, 100) || undefined,
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setFilters: change,
    setSort: (next: Sort) => change({ sort: next.by, direction: directionOf(next) }),
    setPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
    /** Of a list that is paged by key instead. Null: at its beginning. */
    position: readPosition(read),
    setPosition: (next: Position) =>
      change(Object.fromEntries(Object.entries(next).map(([name, key]) => [name, String(key)]))),
  }
}
