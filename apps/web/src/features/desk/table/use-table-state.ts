import { useSearchParams } from '../../../lib/use-search-params.ts'
import { withFilter } from '../lib/orders/order-filters.ts'
import type { Sort } from './table.tsx'

/** What a list shows, kept in the address: its sorting, its page and its filters. A change of any but the page goes back to page 1. */
export function useTableState(first: Sort, sortable: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const by = sortable.find((one) => one === params.get('sort'))
  const sort: Sort = by === undefined ? first : { by, isAscending: params.get('direction') === 'ascending' }
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(params.get('page'))) || 1))
  const change = (values: Record<string, string>) =>
    setParams(
      (known) =>
        Object.entries({ page: '', ...values }).reduce(
          (next, [name, value]) => withFilter(next, name, value),
          known,
        ),
      { replace: true },
    )
  return {
    params,
    sort,
    page,
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setSort: ({ by: column, isAscending }: Sort) =>
      change({ sort: column, direction: isAscending ? 'ascending' : 'descending' }),
    setPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
  }
}
