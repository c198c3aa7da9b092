import type { ListQuery } from '@shipminer/domain/fleet/miner-list'
import type { KeyValueStore } from '../../../../lib/storage/session-storage.ts'
import { parseListQuery } from './list-query.ts'

/** A choice of the list under a name. */
export type SavedFilter = { name: string; query: ListQuery }

/** Where a browser kept the saved filters of an account before accounts had them. */
export const savedFiltersName = (userId: string) => `shipminer.saved-filters.${userId}`

const maxSaved = 12
export const maxFilterName = 40

/** Reading `localStorage` itself throws where it is refused. */
export function filtersOfBrowser(userId: string) {
  return {
    read: () => readSavedFilters({ getItem: (key) => localStorage.getItem(key) }, userId),
    forget(): void {
      try {
        localStorage.removeItem(savedFiltersName(userId))
      } catch {
        // Refused: then nothing was kept.
      }
    },
  }
}

/** The choices that the browser kept; what cannot be read is left out. */
export function readSavedFilters(store: Pick<KeyValueStore, 'getItem'>, userId: string): SavedFilter[] {
  try {
    const parsed: unknown = JSON.parse(store.getItem(savedFiltersName(userId)) ?? '[]')
    if (!Array.isArray(parsed)) return []
    const read = parsed.flatMap((entry: unknown) => {
      const { name, query } = (entry ?? {}) as { name?: unknown; query?: unknown }
      if (typeof name !== 'string' || typeof query !== 'string' || name.trim() === '') return []
      return [
        { name: name.trim().slice(0, maxFilterName), query: parseListQuery(new URLSearchParams(query)) },
      ]
    })
    return read.slice(-maxSaved)
  } catch {
    return []
  }
}
