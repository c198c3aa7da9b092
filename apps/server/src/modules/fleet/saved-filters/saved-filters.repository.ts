import type { Queryable, Trx } from '../../../platform/db/store.ts'

export type SavedFilter = { name: string; query: string }

/** The oldest first. */
export function listFilters(db: Queryable, userId: string): Promise<SavedFilter[]> {
  return db
    .selectFrom('savedFilters')
    .select(['name', 'query'])
    .where('userId', '=', userId)
    .orderBy('savedAt')
    .orderBy('name')
    .execute()
}

/** In place of that of the same name. */
export async function putFilter(
  trx: Trx,
  userId: string,
  { name, query }: SavedFilter,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('savedFilters')
    .values({ userId, name, query, savedAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet({ query, savedAt: at }))
    .execute()
}

export async function deleteFilters(trx: Trx, userId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await trx.deleteFrom('savedFilters').where('userId', '=', userId).where('name', 'in', names).execute()
}
