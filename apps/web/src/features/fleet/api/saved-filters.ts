import { fleetEndpoints } from '@shipminer/contract/fleet'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { parseListQuery, writeListQuery } from '../lib/list/list-query.ts'
import { filtersOfBrowser, type SavedFilter } from '../lib/list/saved-filters.ts'

const read = ({ filters }: { filters: { name: string; query: string }[] }): SavedFilter[] =>
  filters.map(({ name, query }) => ({ name, query: parseListQuery(new URLSearchParams(query)) }))

/** The saved filters of the signed-in person, the oldest first; those that this browser alone has are brought to the account once. */
export function savedFiltersQuery(userId: string) {
  return queryOptions({
    queryKey: ['user', 'filters', userId],
    queryFn: async ({ signal }) => {
      const browser = filtersOfBrowser(userId)
      let kept = read(await callEndpoint(fleetEndpoints.savedFilters, { signal }))
      for (const filter of browser.read())
        if (!kept.some(({ name }) => name === filter.name)) kept = await saveFilter(filter)
      browser.forget()
      return kept
    },
  })
}

/** Keeps one, in place of that of the same name; answers all of them. @throws ApiError */
export async function saveFilter({ name, query }: SavedFilter): Promise<SavedFilter[]> {
  const text = writeListQuery(new URLSearchParams(), query).toString()
  return read(await callEndpoint(fleetEndpoints.saveFilter, { body: { name, query: text } }))
}

/** Answers those that are left. @throws ApiError */
export async function removeFilter(name: string): Promise<SavedFilter[]> {
  return read(await callEndpoint(fleetEndpoints.saveFilter, { body: { name, query: null } }))
}
