import type { ListQuery } from '@shipminer/domain/miner-list'
import type { KeyValueStore } from '../../../lib/storage/session-storage.ts'
import { parseListQuery, writeListQuery } from './list-query.ts'

/** A choice of the list under a name. */
export type SavedFilter = { name: string; query: ListQuery }

/** Where saved filters of an account are kept in local storage. */
export const savedFiltersName = (userId: string) => `shipminer.saved-filters.${userId}`

/** Most choices kept. */
export const maxSaved = 12
const maxName = 40

/** The saved choices; what cannot be read is left out. */
export function readSavedFilters(store: KeyValueStore, userId: string): SavedFilter[] {
  try {
    const parsed: unknown = JSON.parse(store.getItem(savedFiltersName(userId)) ?? '[]')
    if (!Array.isArray(parsed)) return []
    const read = parsed.flatMap((entry: unknown) => {
      const { name, query } = (entry ?? {}) as { name?: unknown; query?: unknown }
      if (typeof name !== 'string' || typeof query !== 'string' || name === '') return []
      return [{ name: name.slice(0, maxName), query: parseListQuery(new URLSearchParams(query)) }]
    })
    return read.slice(-maxSaved)
  } catch {
    return []
  }
}

/** Keeps the choices; where storage is full or refused they live as long as the page. */
export function writeSavedFilters(
  store: KeyValueStore,
  userId: string,
  filters: readonly SavedFilter[],
): void {
  try {
    const kept = filters.map(({ name, query }) => ({
      name,
      query: writeListQuery(new URLSearchParams(), query).toString(),
    }))
    store.setItem(savedFiltersName(userId), JSON.stringify(kept))
  } catch {
    // Storage is full or refused.
  }
}

/** The choices with one more; the same name is replaced, the oldest goes when there are too many. */
export function withFilter(filters: readonly SavedFilter[], added: SavedFilter): SavedFilter[] {
  const name = added.name.trim().slice(0, maxName)
  if (name === '') return [...filters]
  return [...filters.filter((known) => known.name !== name), { ...added, name }].slice(-maxSaved)
}
