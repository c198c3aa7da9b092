import { maxSavedFilters } from '@shipminer/contract/fleet'
import type { Store } from '../../../platform/db/store.ts'
import { deleteFilters, listFilters, putFilter, type SavedFilter } from './saved-filters.repository.ts'

export const readFilters = (store: Store, userId: string): Promise<SavedFilter[]> =>
  listFilters(store.db, userId)

/** Keeps one, in place of that of the same name, or without a query takes it away. Of too many the oldest goes. */
export function saveFilter(
  store: Store,
  userId: string,
  { name, query }: { name: string; query: string | null },
  at: Date,
): Promise<SavedFilter[]> {
  return store.db.transaction().execute(async (trx) => {
    if (query === null) await deleteFilters(trx, userId, [name])
    else await putFilter(trx, userId, { name, query }, at)
    const known = await listFilters(trx, userId)
    const tooMany = known.slice(0, Math.max(0, known.length - maxSavedFilters))
    await deleteFilters(
      trx,
      userId,
      tooMany.map((filter) => filter.name),
    )
    return known.slice(-maxSavedFilters)
  })
}
