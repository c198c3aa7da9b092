import {
  type ListQuery,
  type MinerSort,
  minerFilters,
  minerSorts,
  type SortDirection,
} from '@shipminer/domain/fleet/miner-list'

/** Problems first. */
export const defaultListQuery: ListQuery = {
  search: '',
  filter: 'all',
  sort: 'status',
  direction: 'ascending',
}

/** Whether a query shows everything in the first order. */
export function isDefaultQuery(query: ListQuery): boolean {
  return (
    query.search === '' &&
    query.group === undefined &&
    query.filter === defaultListQuery.filter &&
    query.sort === defaultListQuery.sort &&
    query.direction === defaultListQuery.direction
  )
}

const names = { search: 'q', filter: 'status', sort: 'sort', direction: 'dir', group: 'group' } as const

/** Reads the part of an address that is the list's; anything unknown is the default. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const filter = minerFilters.find((known) => known === params.get(names.filter))
  const sort = minerSorts.find((known) => known === params.get(names.sort)) ?? defaultListQuery.sort
  const direction = params.get(names.direction)
  const group = params.get(names.group)?.trim().slice(0, 40)
  return {
    ...(group ? { group } : {}),
    search: (params.get(names.search) ?? '').slice(0, 100),
    filter: filter ?? defaultListQuery.filter,
    sort,
    direction: direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : firstDirection(sort),
  }
}

/** Writes a query into an address, defaults left out, other parameters untouched. */
export function writeListQuery(params: URLSearchParams, query: ListQuery): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, text: string, absent: boolean) =>
    absent ? next.delete(name) : next.set(name, text)
  put(names.search, query.search, query.search === '')
  put(names.group, query.group ?? '', query.group === undefined)
  put(names.filter, query.filter, query.filter === defaultListQuery.filter)
  put(names.sort, query.sort, query.sort === defaultListQuery.sort)
  put(
    names.direction,
    query.direction === 'ascending' ? 'asc' : 'desc',
    query.direction === firstDirection(query.sort),
  )
  return next
}

/** Columns of words and states: they change seldom, unlike figures, which move with every sample. */
export function isWordSort(sort: MinerSort): boolean {
  return (
    sort === 'status' || sort === 'name' || sort === 'model' || sort === 'controller' || sort === 'address'
  )
}

/** Words start at A, figures at the highest; when sorting by time, the miner last seen longest ago comes first. */
export function firstDirection(sort: MinerSort): SortDirection {
  return isWordSort(sort) || sort === 'updated' ? 'ascending' : 'descending'
}

/** The query after a click on a column's heading: another column, or the other way round. */
export function sortBy(query: ListQuery, sort: MinerSort): ListQuery {
  if (query.sort !== sort) return { ...query, sort, direction: firstDirection(sort) }
  return { ...query, direction: query.direction === 'ascending' ? 'descending' : 'ascending' }
}
